/** Derives operation ids and summaries from resource types. */

/** @example singularOf('royalty-summaries') // 'royalty-summary' */
export function singularOf(type: string): string {
  if (type.endsWith('ies')) return `${type.slice(0, -3)}y`;
  if (type.endsWith('yses')) return `${type.slice(0, -2)}is`;
  if (/(s|ch|sh|x)es$/.test(type)) return type.slice(0, -2);
  return type.replace(/s$/, '');
}

/** @example pascal('album-artists') // 'AlbumArtists' */
export const pascal = (name: string): string =>
  name
    .split(/[-_/]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** @example camel('sign-in') // 'signIn' */
export const camel = (name: string): string => {
  const joined = pascal(name);
  return joined.charAt(0).toLowerCase() + joined.slice(1);
};

/** @example words('artist-dsp-availabilities') // 'artist DSP availabilities' */
export const words = (name: string): string =>
  name.replaceAll(/[-_]/g, ' ').replaceAll(/\bdsp(s?)\b/g, 'DSP$1');

/** @example oneOf('albums') // 'an album' */
export function oneOf(type: string): string {
  const word = words(singularOf(type));
  return `${/^[aeio]/.test(word) ? 'an' : 'a'} ${word}`;
}
