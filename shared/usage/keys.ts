/** How trends and analytics reports are kept, imported reports, and what they bring. */
import { type Key, type KeyRow, sortableId, WHOLE } from '../kit/table/keys.ts';
import { isRunning } from './rules/analytics-reports.ts';

export const usageKeyRows = {
  // In packed rows for each month: shared/usage.
  'track-trends': { within: true, covering: true },
  'album-trends': { within: true, covering: true },
  'artist-trends': { within: true, covering: true },
  // One at a time for each DSP and day.
  'analytics-reports': {
    covering: true,
    unique: { 'dsp-id+date': { scope: 'owner', while: ({ status }) => isRunning(status) } },
    causes: 'always',
  },
} as const satisfies Record<string, KeyRow>;

/** A store's report that was imported, by the digest of its name. */
export const usageImportKey = (importId: string): Key => ({ pk: `usage-imports#${importId}`, sk: WHOLE });

/** Which import has brought a content. @param sha256 of the file. */
export const usageContentKey = (sha256: string): Key => ({ pk: `usage-contents#${sha256}`, sk: WHOLE });

/** Whose plays a row holds, and of which import. */
export interface UsagePlace {
  /** A track, an album or an artist. */
  readonly subject: { readonly type: string; readonly id: string };
  /** YYYY-MM. */
  readonly month: string;
  readonly dsp: string;
  /** The album on which the plays of an artist were; null for other subjects. */
  readonly album: string | null;
  readonly importId: string;
}

const usageSort = ({ month, dsp, album, importId }: Omit<UsagePlace, 'subject'>): string =>
  `${month}#${dsp.padStart(4, '0')}#${album === null ? '' : sortableId(album)}#${importId}`;

/** @returns what the sort key of a row says. */
export function readUsagePlace(sort: string): Omit<UsagePlace, 'subject'> {
  const [month = '', dsp = '', album = '', importId = ''] = sort.split('#');
  return { month, dsp: String(Number(dsp)), album: album === '' ? null : String(Number(album)), importId };
}

/** On which days and in which countries a subject was played: one import, month, DSP and album. */
export const usageIndexKey = ({ subject, ...place }: UsagePlace): Key => ({
  pk: `usage-index#${subject.type}#${subject.id}`,
  sk: usageSort(place),
});

/** How often it was played on each of them. */
export const usagePlaysKey = ({ subject, ...place }: UsagePlace): Key => ({
  pk: `usage-plays#${subject.type}#${subject.id}`,
  sk: usageSort(place),
});

/** The lines of an owner's tracks on one day and DSP, from one import. @param part long lists have several. */
export const usageLinesKey = (
  ownerId: string,
  { dsp, date, importId, part }: { dsp: string; date: string; importId: string; part: number },
): Key => ({
  pk: `usage-lines#${ownerId}#${dsp}#${date}`,
  sk: `${importId}#${String(part).padStart(6, '0')}`,
});

/** What an owner's tracks earned in one month and currency, by one import. */
export const usageRevenueKey = (
  ownerId: string,
  { currency, month, importId }: { currency: string; month: string; importId: string },
): Key => ({ pk: `usage-revenue#${ownerId}`, sk: `${currency}#${month}#${importId}` });

/** @returns what the sort key of a row of revenue says. A currency can be any text. */
export function readRevenuePlace(sort: string): { currency: string; month: string } {
  const parts = sort.split('#');
  return { currency: parts.slice(0, -2).join('#'), month: parts.at(-2) ?? '' };
}
