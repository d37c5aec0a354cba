/** Normalizes titles and names of artists for comparison. */

/** Letters that Unicode does not decompose. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};

const BRACKETED = /\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g;

/** A version after a dash, as in "So Where - 2011 Remaster". */
const DASHED_VERSION =
  /\s\p{Pd}\s(?=[^-]*\b(acoustic|demo|edit|extended|instrumental|karaoke|live|mix|mono|remaster|remastered|remix|stereo|version)\b).*$/u;

const FEATURED = new Set(['feat', 'ft', 'featuring']);

/**
 * Keeps words of letters and digits, in lower case and without accents. Omits bracketed parts, versions after
 * a dash, featured artists and a leading "the", unless nothing else remains. Idempotent.
 * @returns words joined by single spaces, or the text itself if it has neither letters nor digits.
 * @example titleForm('Déjà Vu (Live) feat. Ada Quist') // 'deja vu'
 */
export function titleForm(text: string): string {
  const plain = plainLetters(text);
  const bare = withoutBracketed(plain);
  const kept = hasWords(bare) ? bare : plain;
  const undashed = kept.replace(DASHED_VERSION, '');
  const words = wordsOf(hasWords(undashed) ? undashed : kept);
  return words.length > 0 ? withoutExtras(words).join(' ') : plain.replace(/\s+/g, ' ').trim();
}

/** Accents of Latin, Greek and Cyrillic letters. In other scripts, marks can be vowels. */
const ACCENTS = /[\u0300-\u036f]/g;

const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    // Lower-casing can add accents: a capital I with a dot becomes an i with a combining dot.
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(/[ßæœøđðłþıς]/g, (letter) => PLAIN[letter] ?? letter);

/** Removes nested brackets from the inside out. */
function withoutBracketed(text: string): string {
  const without = text.replace(BRACKETED, ' ');
  return without === text ? text : withoutBracketed(without);
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const wordsOf = (text: string): string[] =>
  text
    .replaceAll('&', ' and ')
    .replace(/['’‘ʼ`´]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');

function withoutExtras(words: readonly string[]): readonly string[] {
  const featured = words.findIndex((word, index) => index > 0 && FEATURED.has(word));
  const own = featured < 0 ? words : words.slice(0, featured);
  const start = own.findIndex((word, index) => word !== 'the' || index === own.length - 1);
  return own.slice(start);
}
