/** Featured artists in the title of a track. */

/** Without its dot, an abbreviation only counts in brackets, because it can be a word: Six Ft Under. */
const FEATURED =
  /(?:[([{]\s*(?:featuring|(?:feat|ft)\.?)(?![\p{L}\p{N}])|(?<=\s)(?:feat|ft)\.|(?<=\s)featuring(?=\s))\s*(?<names>[^\s).\]}][^)\]}]*)/iu;

/** A version or another part of the title follows. */
const NEXT_PART = /\s\p{Pd}\s.*$|\s*[([{].*$/u;

/**
 * @returns the text that names them, or undefined.
 * @example featuredIn('Night Train (feat. Ada Quist & Leo)') // 'Ada Quist & Leo'
 */
export function featuredIn(title: string): string | undefined {
  const names = FEATURED.exec(title)?.groups?.['names'];
  return names === undefined ? undefined : names.replace(NEXT_PART, '').trim() || undefined;
}
