/** Rights, genres and other texts that releases and recordings share. */
import { ownerNamed, readRightsLine, withoutSign } from '../../catalogue/rules/rights-line.ts';
import { isGenreOf } from '../../reference/data/genres.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import type { ParcelRelease, Work } from './parcel.ts';

/** @param text the line as worded by the rights owner. Its sign, and that of the owner, are not doubled. */
export function pLine({ rightsOwnerYear, rightsOwnerName }: Work, text: string | null = null): XmlElement {
  const owner = ownerNamed(rightsOwnerName, rightsOwnerYear) ?? rightsOwnerName;
  return {
    Year: rightsOwnerYear,
    PLineCompany: owner,
    PLineText: `(P) ${text === null ? `${rightsOwnerYear} ${owner}` : withoutSign(text)}`,
  };
}

/** Its year is the last one of the wording of the rights owner or, without one, that of the rights. */
export const cLine = ({
  copyright,
  rightsOwnerYear,
}: Pick<ParcelRelease, 'copyright' | 'rightsOwnerYear'>): XmlElement | undefined =>
  copyright === null
    ? undefined
    : {
        Year: readRightsLine(copyright).years.at(-1) ?? rightsOwnerYear,
        CLineText: `(C) ${withoutSign(copyright)}`,
      };

export const parentalWarning = ({ isExplicit }: Work): string => (isExplicit ? 'Explicit' : 'NotExplicit');

/** ERN requires at least one. A genre after the one that it belongs to is its subgenre. */
export function genres(work: Work, fallback: readonly string[] = []): readonly XmlElement[] {
  const [first = fallback[0] ?? 'Unknown', second, ...others] = work.genres;
  if (second !== undefined && others.length === 0 && isGenreOf(second, first))
    return [{ GenreText: first, SubGenre: second }];
  return [first, ...work.genres.slice(1)].map((GenreText) => ({ GenreText }));
}

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
