/** Keys of trends, analytics reports and imported reports. */
import { type Key, type KeyRow, sortableId, WHOLE } from '../kit/table/keys.ts';
import { isRunning } from './rules/analytics-reports.ts';

export const usageKeyRows = {
  // Stored in packed rows per month (shared/usage).
  'track-trends': { within: true, covering: true },
  'album-trends': { within: true, covering: true },
  'artist-trends': { within: true, covering: true },
  // Only one at a time per DSP and day.
  'analytics-reports': {
    covering: true,
    unique: { 'dsp-id+date': { scope: 'owner', while: ({ status }) => isRunning(status) } },
    causes: 'always',
  },
} as const satisfies Record<string, KeyRow>;

/** The import of a store's report, identified by the digest of its name. */
export const usageImportKey = (importId: string): Key => ({ pk: `usage-imports#${importId}`, sk: WHOLE });

/** Lists imports by the time of their start. */
export const usageImportListKey = ({
  startedAt,
  importId,
}: {
  startedAt: string;
  importId: string;
}): Key => ({
  pk: 'usage-import-list',
  sk: `${startedAt}#${importId}`,
});

/** The import with the given content. @param sha256 of the file. */
export const usageContentKey = (sha256: string): Key => ({ pk: `usage-contents#${sha256}`, sk: WHOLE });

/** Identifies the plays of a subject from one import. */
export interface UsagePlace {
  /** A track, an album or an artist. */
  readonly subject: { readonly type: string; readonly id: string };
  /** YYYY-MM. */
  readonly month: string;
  readonly dsp: string;
  /** The album of an artist's plays; null for other subjects. */
  readonly album: string | null;
  readonly importId: string;
}

const usageSort = ({ month, dsp, album, importId }: Omit<UsagePlace, 'subject'>): string =>
  `${month}#${dsp.padStart(4, '0')}#${album === null ? '' : sortableId(album)}#${importId}`;

/** @returns the parts of the sort key of a row. */
export function readUsagePlace(sort: string): Omit<UsagePlace, 'subject'> {
  const [month = '', dsp = '', album = '', importId = ''] = sort.split('#');
  return { month, dsp: String(Number(dsp)), album: album === '' ? null : String(Number(album)), importId };
}

/** The days and countries with plays of a subject, per import, month, DSP and album. */
export const usageIndexKey = ({ subject, ...place }: UsagePlace): Key => ({
  pk: `usage-index#${subject.type}#${subject.id}`,
  sk: usageSort(place),
});

/** The plays on those days and in those countries. */
export const usagePlaysKey = ({ subject, ...place }: UsagePlace): Key => ({
  pk: `usage-plays#${subject.type}#${subject.id}`,
  sk: usageSort(place),
});

/** The lines on an owner's tracks for a day and DSP, from one import. @param part long lists have several. */
export const usageLinesKey = (
  ownerId: string,
  { dsp, date, importId, part }: { dsp: string; date: string; importId: string; part: number },
): Key => ({
  pk: `usage-lines#${ownerId}#${dsp}#${date}`,
  sk: `${importId}#${String(part).padStart(6, '0')}`,
});

/** The revenue of an owner's tracks in one month and currency, from one import. */
export const usageRevenueKey = (
  ownerId: string,
  { currency, month, importId }: { currency: string; month: string; importId: string },
): Key => ({ pk: `usage-revenue#${ownerId}`, sk: `${currency}#${month}#${importId}` });

/** @returns the parts of the sort key of a row of revenue. A currency can be any text. */
export function readRevenuePlace(sort: string): { currency: string; month: string } {
  const parts = sort.split('#');
  return { currency: parts.slice(0, -2).join('#'), month: parts.at(-2) ?? '' };
}
