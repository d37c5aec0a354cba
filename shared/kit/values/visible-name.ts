/** Names without characters that nobody sees, which would make a second record that looks like the first. */

/**
 * Soft hyphens, zero-width spaces, word joiners, invisible operators, byte order marks and the like. They only say
 * where lines may break, so no script needs them.
 */
const NEVER_NEEDED = /[\u00ad\u180e\u200b\u2060-\u2065\ufeff]|\u034f/gu;

/**
 * Fillers that look like nothing or a space: those of Hangul, which only old syllables of separate letters need, and
 * the blank Braille cell, which only texts in Braille need.
 */
const IDLE_FILLER = new RegExp(
  [
    '[\\u3164\\uffa0]',
    '\\u115f(?![\\u1161-\\u11a7\\ud7b0-\\ud7c6])',
    '(?<![\\u1100-\\u115e\\ua960-\\ua97c])\\u1160',
    '(?<![\\u2801-\\u28ff])\\u2800|\\u2800(?![\\u2801-\\u28ff])',
  ].join('|'),
  'gu',
);

/** Marks, embeddings and isolates of directions, which only texts with letters of both directions need. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/gu;
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Letters of these scripts have one form each, wherever they stand. */
const UNJOINED = '\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}';
/**
 * Joiners (U+200C, U+200D) that join nothing: at an end, or beside a space or a letter that is never joined. Between
 * letters of Persian or of scripts of India, and in emoji, they change what is read, and stay.
 */
const IDLE_JOINER = new RegExp(
  `(?<=^|[\\s${UNJOINED}\\p{P}])[\\u200c\\u200d]|[\\u200c\\u200d](?=$|[\\s${UNJOINED}\\p{P}\\u200c\\u200d])`,
  'gu',
);
/** Variation selectors choose a form of an emoji, a digit or an ideograph. */
const IDLE_SELECTOR = new RegExp(`(?<=^|[\\s${UNJOINED}])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]`, 'gu');

/**
 * Idempotent. Characters that change what is read stay, so that names with and without them are different names.
 * @example visibleName('Ada\u200b Quist\u00ad') // 'Ada Quist'
 */
export function visibleName(name: string): string {
  const bare = name.replace(NEVER_NEEDED, '').replace(IDLE_FILLER, '');
  const directed = RIGHT_TO_LEFT.test(bare) ? bare : bare.replace(DIRECTIONS, '');
  const visible = directed.replace(IDLE_JOINER, '').replace(IDLE_SELECTOR, '');
  return visible === name ? name : visibleName(visible);
}
