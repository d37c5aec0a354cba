/** Rights, genres and other texts that releases and recordings share. */
import { ownerNamed, withoutSign } from '../../catalogue/rules/rights-line.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import type { Work } from './parcel.ts';

/** @param text the line as worded by the rights owner. Its sign, and that of the owner, are not doubled. */
export function pLine({ rightsOwnerYear, rightsOwnerName }: Work, text: string | null = null): XmlElement {
  const owner = ownerNamed(rightsOwnerName, rightsOwnerYear);
  return {
    Year: rightsOwnerYear,
    PLineCompany: owner,
    PLineText: `(P) ${text === null ? `${rightsOwnerYear} ${owner}` : withoutSign(text)}`,
  };
}

/** @param text the line as worded by the rights owner. */
export const cLine = (text: string | null): XmlElement | undefined =>
  text === null ? undefined : { CLineText: `(C) ${withoutSign(text)}` };

export const parentalWarning = ({ isExplicit }: Work): string => (isExplicit ? 'Explicit' : 'NotExplicit');

/** ERN requires at least one. */
export const genres = (work: Work, fallback: readonly string[] = []): readonly XmlElement[] => {
  const names = [...work.genres, ...fallback];
  const [first = 'Unknown'] = names;
  const own = work.genres.length > 0 ? work.genres : [first];
  return own.map((GenreText) => ({ GenreText }));
};

/**
 * Sums durations as ISO 8601, such as PT0H4M5S. ERN requires one, so an unknown duration is PT0S.
 * @param lengths each in the form HH:MM:SS.
 */
export function isoDuration(...lengths: readonly string[]): string {
  const seconds = lengths.reduce((sum, length) => {
    const [hours = 0, minutes = 0, rest = 0] = length.split(':').map(Number);
    return sum + hours * 3600 + minutes * 60 + rest;
  }, 0);
  if (seconds === 0) return 'PT0S';
  return `PT${Math.floor(seconds / 3600)}H${Math.floor(seconds / 60) % 60}M${seconds % 60}S`;
}
