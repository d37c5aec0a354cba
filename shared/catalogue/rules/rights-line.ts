/** Reads lines of rights, such as "(P) & (C) 2018-2019 Blue Room": signs, years and the owner. */

export interface RightsLine {
  /** In their order, possibly none. */
  readonly years: readonly number[];
  /** Without signs and years. */
  readonly owner: string | undefined;
}

const SIGN = String.raw`(?:\(\s*[pc℗©ⓅⒸⓟⓒ]\s*\)|[℗©ⓅⒸⓟⓒ])`;
const YEAR = String.raw`(?:1[89]|20)\d\d`;
const COPYRIGHT = String.raw`(?:phonographic\s+)?copyright`;
const SIGNS = String.raw`(?:${COPYRIGHT}\s+(?=${SIGN}|${YEAR}))?${SIGN}(?:\s*(?:&|\+|/|,|and)?\s*${SIGN})*`;
const YEARS = String.raw`${YEAR}(?:\s*[-‐‑–—/,&+]\s*(?:${YEAR}|\d\d)(?!\w))*`;
/** A letter or word without brackets is a sign only before a year. */
const BARE = String.raw`(?:[pc](?:\s*[&/+]?\s*[pc])?|[pc]\)|\([pc]|${COPYRIGHT})(?=[\s:.]*${YEARS}(?!\w))`;

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

/** The year of a line that begins with a sign instead of a sign and year. */
const BARE_YEARS = new RegExp(String.raw`(?<=[^\s,])\s(${YEARS})[\s.]*$`, 'iu');
/** Words that a name cannot end with, so that the year after them belongs to it. */
const UNFINISHED = /(?:^|\s)(?:a|an|and|&|at|by|class|est\.?|for|from|in|of|since|the|to|year)$/i;

const RESERVED = /[\s,;–—-]*\ball rights reserved[\s.!]*$/i;
/** A full stop before that sentence ends the name, unless it is part of an abbreviation. */
const ABBREVIATED = /(?:\b(?:inc|ltd|co|corp|llc|bros|jr|sr|\p{L})|\.\p{L}+)\.$/iu;

/** What makes a text with a year a line instead of a name. */
const ONLY_IN_LINES = /\bunder\s(?:an?\s)?(?:\w+\s)?licen[cs]e\b|\ball rights reserved[\s.!]*$/i;

/** Characters at the end that can be signs, years and a sentence. */
const MAX_TRAILING = 60;

/** @returns the wording without the signs before it. */
export function withoutSign(line: string): string {
  const rest = line.replace(LEADING_SIGN, '');
  return rest.trim() === '' ? line.trim() : rest.trim();
}

/**
 * @param line with or without signs and years.
 * @param year of the rights, if it is known. Another one at the end of a name belongs to the name.
 */
export function readRightsLine(line: string, year?: number): RightsLine {
  const single = line.replace(/\s+/gu, ' ');
  const unsigned = single.replace(LEADING_SIGN, '');
  const isSigned = unsigned !== single;
  const [before, leading] = LEADING_YEARS.exec(unsigned) ?? [''];
  const rest = withoutReserved(unsigned.slice(before.length));
  const [after = '', ...trailing] = trailingYears(rest, isSigned && leading === undefined, year);
  const named = rest.slice(0, rest.length - after.length).trim();
  const owner = isSigned ? named.replace(/^by\s(?=\S)/u, '') : named;
  const years = yearsIn([leading, ...trailing].join(' '));
  if (leading !== undefined && NOT_ALONE.test(owner)) return withYear(yearsIn(leading), years, owner);
  return { years, owner: owner === '' ? undefined : owner };
}

/** @param isBare whether a year at the end needs no comma, sign or brackets before it. */
function trailingYears(rest: string, isBare: boolean, year: number | undefined): readonly string[] {
  const end = rest.slice(-MAX_TRAILING);
  const marked = TRAILING_YEARS.exec(end);
  const found = marked ?? (isBare ? BARE_YEARS.exec(end) : null);
  if (!found || marked) return found ?? [];
  const name = rest.slice(0, rest.length - found[0].length).trim();
  const isOther = year !== undefined && !yearsIn(found[0]).includes(year);
  return isOther || UNFINISHED.test(name) || NOT_ALONE.test(name) ? [] : found;
}

function withoutReserved(text: string): string {
  const start = text.slice(0, -MAX_TRAILING);
  const end = text.slice(start.length);
  const left = end.replace(RESERVED, '');
  if (left === end) return text;
  return start + (ABBREVIATED.test(left) ? left : left.replace(/[\s.]+$/, ''));
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
 * @returns the name; undefined for a sign without one. Years without a sign belong to the name, except for the year of
 * the rights.
 */
export function ownerNamed(name: string, year: number | undefined): string | undefined {
  const { years, owner } = readRightsLine(name, year);
  const isSigned = LEADING_SIGN.test(name);
  const isLine = isSigned || ONLY_IN_LINES.test(name) || (year !== undefined && years.includes(year));
  return isLine && (owner !== undefined || isSigned) ? owner : name.trim();
}
