/** Writes JSON values in the languages of the documentation, for requests and for the commands of guides. */

/** How a language writes values. */
export interface Literals {
  readonly constants: Readonly<Record<'null' | 'true' | 'false', string>>;
  readonly text: (text: string) => string;
  readonly object: readonly [open: string, close: string];
  readonly emptyObject: string;
  readonly member: (name: string, value: string) => string;
}

/** Escapes a text for single quotes. */
export const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
const simpleText = (text: string): string => `'${escaped(text)}'`;

/** Control characters, and halves of surrogate pairs. */
const UNPRINTED = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;
const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');

/** A text in JavaScript or Python. */
export const escapedText = (text: string): string =>
  simpleText(text).replace(UNPRINTED, (character) => (character === '\n' ? '\\n' : `\\u${hex(character)}`));

/** PHP has escapes only in double quotes, in which variables are replaced. */
export function phpText(text: string): string {
  if (text.search(UNPRINTED) < 0) return simpleText(text);
  const quoted = text.replace(/[\\"$]/g, '\\$&').replace(UNPRINTED, (each) => `\\u{${hex(each)}}`);
  return `"${quoted}"`;
}

export const javascriptLiterals: Literals = {
  constants: { null: 'null', true: 'true', false: 'false' },
  text: escapedText,
  object: ['{', '}'],
  emptyObject: '{}',
  member: (name, value) => `${escapedText(name)}: ${value}`,
};

export const pythonLiterals: Literals = {
  ...javascriptLiterals,
  constants: { null: 'None', true: 'True', false: 'False' },
};

export const phpLiterals: Literals = {
  constants: { null: 'null', true: 'true', false: 'false' },
  text: phpText,
  object: ['[', ']'],
  emptyObject: 'new stdClass()',
  member: (name, value) => `${phpText(name)} => ${value}`,
};

export const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** @param width lists and objects that are shorter are on one line. */
export function literal(value: unknown, literals: Literals, width = 0): string {
  const { constants, text, object, emptyObject, member } = literals;
  if (value === null || typeof value === 'boolean') return constants[`${value}`];
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((each) => literal(each, literals, width))
    : Object.entries(value).map(([name, each]) => member(name, literal(each, literals, width)));
  const [open, close] = isList ? ['[', ']'] : object;
  if (items.length === 0) return isList ? '[]' : emptyObject;
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length < width && !line.includes('\n')) return line;
  return `${open}\n  ${indented(items.join(',\n'), '  ')},\n${close}`;
}
