/** Reads lines of rights, such as "(P) & (C) 2018-2019 Blue Room": signs, years and the owner. */

export interface RightsLine {
  /** In their order, possibly none. */
  readonly years: readonly number[];
  /** Without signs and years. */
  readonly owner: string | undefined;
}

const SIGN = String.raw`(?:\(\s*[pc]\s*\)|[℗©ⓅⒸⓟⓒ])`;
const YEAR = String.raw`(?:1[89]|20)\d\d`;
const SIGNS = String.raw`(?:copyright\s+(?=${SIGN}|${YEAR}))?${SIGN}(?:\s*(?:&|\+|/|,|and)?\s*${SIGN})*`;
const YEARS = String.raw`${YEAR}(?:\s*[-‐‑–—/,&+]\s*(?:${YEAR}|\d\d)(?!\w))*`;
/** A letter or word without brackets is a sign only before a year. */
const BARE = String.raw`(?:[pc](?:\s*[&/+]?\s*[pc])?|copyright)(?=[\s:.]*${YEARS}(?!\w))`;

const LEADING_SIGN = new RegExp(String.raw`^\s*(?:${SIGNS}|${BARE})[\s:.,]*`, 'iu');
const LEADING_YEARS = new RegExp(
  String.raw`^\s*(${YEARS})(?!\w)(?:[\s,:;.–—-]+${SIGNS}(?![\w]))?[\s,:;.–—-]*`,
  'iu',
);
/** After a comma, a sign or within brackets. A name can end with a year, such as Studio 2019. */
const TRAILING_YEARS = new RegExp(
  String.raw`(?:\s*,\s*(?:${SIGNS})?\s*(${YEARS})|\s*${SIGNS}\s*(${YEARS})|\s*\((${YEARS})\))[\s.]*$`,
  'iu',
);

/** Characters at the end that can be signs and years. */
const MAX_TRAILING = 60;

/** @returns the wording without the signs before it. */
export function withoutSign(line: string): string {
  const rest = line.replace(LEADING_SIGN, '');
  return rest.trim() === '' ? line.trim() : rest.trim();
}

/** @param line with or without signs and years. */
export function readRightsLine(line: string): RightsLine {
  const unsigned = line.replace(/\s+/gu, ' ').replace(LEADING_SIGN, '');
  const [before, leading] = LEADING_YEARS.exec(unsigned) ?? [''];
  const rest = unsigned.slice(before.length);
  const [after = '', ...trailing] = TRAILING_YEARS.exec(rest.slice(-MAX_TRAILING)) ?? [];
  const owner = rest.slice(0, rest.length - after.length).trim();
  const years = yearsIn([leading, ...trailing].join(' '));
  if (leading !== undefined && NOT_ALONE.test(owner)) return withYear(yearsIn(leading), years, owner);
  return { years, owner: owner === '' ? undefined : owner };
}

/** Words that are not a name without another, as in "1975 Records". */
const NOT_ALONE =
  /^(?:(?:records?|recordings?|music|entertainment|productions?|sounds?|discs?|media|studios?|label|group|inc|ltd|llc|gmbh|limited)[\s.,]*)+$/i;

/** @param leading years, of which the last belongs to the name. */
const withYear = (leading: readonly number[], years: readonly number[], owner: string): RightsLine => ({
  years: [...leading.slice(0, -1), ...years.slice(leading.length)],
  owner: `${leading.at(-1)} ${owner}`,
});

const yearsIn = (text: string): number[] => (text.match(new RegExp(YEAR, 'g')) ?? []).map(Number);

/**
 * @param name of an owner, or a whole line instead of it. @param year of the rights, if it is known.
 * @returns the name. Years without a sign belong to the name, except for the year of the rights.
 */
export function ownerNamed(name: string, year: number | undefined): string {
  const { years, owner } = readRightsLine(name);
  const isLine = withoutSign(name) !== name.trim() || (year !== undefined && years.includes(year));
  return isLine && owner !== undefined ? owner : name.trim();
}
