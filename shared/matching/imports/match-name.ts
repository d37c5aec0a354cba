/** The name of a match of another service. A track has it instead of the id of a released track. */

const PREFIX = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,49}$/;

export const isSource = (text: string): boolean => PREFIX.test(text);

/**
 * No track has such an id, and no two matches have the same name, because sources contain no #.
 * @example matchName({ source: 'ear.example', id: '17' }) // 'ear.example#17'
 */
export const matchName = ({ source, id }: { readonly source: string; readonly id: string }): string =>
  `${source}#${id}`;
