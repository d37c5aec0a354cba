/** What an owner has changed of a release in distribution, in words. Pure. */

export interface ReleaseChange {
  readonly at: string;
  /** The user who did it, such as "user 17". Null if that is not recorded. */
  readonly actor: string | null;
  /** Such as: Album: title, cover */
  readonly what: string;
  /** The id of the track whose own attributes or relationships changed. */
  readonly track?: string;
}

const words: Readonly<Record<string, string>> = {
  artwork: 'cover',
  'artwork-ai-usage': 'use of AI for the cover',
  'ai-usage': 'use of AI',
  'full-audiofile-url': 'audio',
  md5: 'digest of the audio',
  'extended-credits': 'credits',
  isni: 'ISNI',
  ipi: 'IPI',
  'upc-code': 'UPC',
  'isrc-code': 'ISRC',
  'iswc-code': 'ISWC',
  'version-description': 'version',
  'allow-fingerprint-scan': 'permission to compare its audio',
};

const wordsFor = (name: string): string => words[name] ?? name.replaceAll(/[-_]/g, ' ');

/** @param fields names of what was changed. @example changeOf('Album', ['title', 'artwork']) // 'Album: title, cover' */
export const changeOf = (thing: string, fields: readonly string[]): string =>
  `${thing}: ${[...new Set(fields.map(wordsFor))].join(', ')}`;

export const trackNamed = (title: string): string => `Track "${title}"`;

/** Keeps messages short. */
const MAX_TOLD = 10;

/** @param changes newest first. @returns sentences. */
export function changesTold(changes: readonly ReleaseChange[]): string {
  const told = changes
    .slice(0, MAX_TOLD)
    .map(({ at, actor, what }) => `${what} (${at}${actor === null ? '' : `, ${actor}`}).`);
  const more = changes.length - told.length;
  return [...told, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}
