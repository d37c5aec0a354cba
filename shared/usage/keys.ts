/** Keys of trends, analytics reports and imported reports. */
import { type Key, type KeyRow, sortableId, WHOLE } from '../kit/table/keys.ts';
import { tupleOf } from '../kit/values/tuple-of.ts';
import { isRunning } from './rules/analytics-reports.ts';

/** The list of reports that could not be made. */
export const FAILED = 'failed';

export const usageKeyRows = {
  // Stored in packed rows per month (shared/usage).
  'track-trends': { within: true, covering: true },
  'album-trends': { within: true, covering: true },
  'artist-trends': { within: true, covering: true },
  // Only one at a time per DSP and day.
  'analytics-reports': {
    journaled: true,
    covering: true,
    unique: { 'dsp-id+date': { scope: 'owner', while: ({ status }) => isRunning(status) } },
    causes: 'always',
    listed: { lists: [FAILED], listOf: ({ status }) => (status === FAILED ? FAILED : undefined) },
  },
} as const satisfies Record<string, KeyRow>;

/** The import of a store's report, identified by the digest of its name. */
export const usageImportKey = (importId: string): Key => ({ pk: `usage-imports#${importId}`, sk: WHOLE });

/** A file that was imported with the name of an import, in the order of the runs. */
export const usedContentKey = (importId: string, run: string): Key => ({
  pk: usageImportKey(importId).pk,
  sk: `content#${sortableId(run)}`,
});

/** @returns a query for all files of an import. */
export const usedContentsOf = (importId: string) => ({
  partition: usageImportKey(importId).pk,
  prefix: 'content#',
});

/** Lists imports by the time of their start. */
export const usageImportListKey = (of: { startedAt: string; importId: string }): Key => ({
  pk: 'usage-import-list',
  sk: `${of.startedAt}#${of.importId}`,
});

/** The import with the given content. @param content the SHA-256 of a file, or `linesContent` of its lines. */
export const usageContentKey = (content: string): Key => ({ pk: `usage-contents#${content}`, sk: WHOLE });

/** @returns what identifies valid lines among contents. */
export const linesContent = (linesDigest: string): string => `lines-${linesDigest}`;

/**
 * A row of an import that was moved from another stage, which has no list of the import's rows in the bucket. A
 * later import with the same name deletes the row unless it has replaced it. @param row undefined for the import.
 */
export const movedUsageKey = (importId: string, row?: Key): Key => ({
  pk: `usage-moved#${importId}`,
  sk: row ? `${row.pk} ${row.sk}` : WHOLE,
});

/** A track, an album or an artist. */
export interface Subject {
  readonly type: string;
  readonly id: string;
}

/** Identifies the plays of a subject from one import. */
export interface PlaysId {
  readonly subject: Subject;
  /** YYYY-MM. */
  readonly month: string;
  readonly dsp: string;
  /** The album of an artist's plays; null for other subjects. */
  readonly album: string | null;
  readonly importId: string;
}

const playsSort = ({ month, dsp, album, importId }: Omit<PlaysId, 'subject'>): string =>
  `${month}#${dsp.padStart(4, '0')}#${album === null ? '' : sortableId(album)}#${importId}`;

/** @returns the parts of the sort key of a row. */
export function readPlaysSort(sort: string): Omit<PlaysId, 'subject'> {
  const [month, dsp, album, importId] = tupleOf(4, sort.split('#'));
  return { month, dsp: String(Number(dsp)), album: album === '' ? null : String(Number(album)), importId };
}

/** The days and countries with plays of a subject, per import, month, DSP and album. */
export const usageIndexKey = ({ subject, ...rest }: PlaysId): Key => ({
  pk: `usage-index#${subject.type}#${subject.id}`,
  sk: playsSort(rest),
});

/** The plays on those days and in those countries. */
export const usagePlaysKey = ({ subject, ...rest }: PlaysId): Key => ({
  pk: `usage-plays#${subject.type}#${subject.id}`,
  sk: playsSort(rest),
});

/** The lines on an owner's tracks for a day and DSP. */
export const usageLinesPartition = (
  ownerId: string,
  { dsp, date }: { readonly dsp: string; readonly date: string },
): string => `usage-lines#${ownerId}#${dsp}#${date}`;

/** Those from one import. @param part long lists have several. */
export const usageLinesKey = (
  ownerId: string,
  { dsp, date, importId, part }: { dsp: string; date: string; importId: string; part: number },
): Key => ({
  pk: usageLinesPartition(ownerId, { dsp, date }),
  sk: `${importId}#${String(part).padStart(6, '0')}`,
});

/** @param partition of lines. @returns the id of their owner. */
export const ownerOfLines = (partition: string): string => tupleOf(4, partition.split('#'))[1];

export const isLinesKey = ({ pk }: Pick<Key, 'pk'>): boolean => pk.startsWith('usage-lines#');

/** Identifies the revenue of an owner from an import in one month and currency. */
export interface RevenueId {
  readonly owner: string;
  /** YYYY-MM. */
  readonly month: string;
  readonly currency: string;
  readonly importId: string;
}

/** @returns the import of a rematch, whose rows have the id of the import and a number. */
export const importOfWriter = (writer: string): string => writer.replace(/\..*/s, '');

/** The revenue of an owner from an import in one month and currency. */
export const usageRevenueKey = ({ owner, month, currency, importId }: RevenueId): Key => ({
  pk: `usage-revenue#${owner}#imports`,
  sk: `${month}#${currency}#${importId}`,
});

/** @returns a query for the revenue of rematches of an import, whose ids begin with that of the import. */
export const rematchRevenueOf = (id: RevenueId) => {
  const { pk, sk } = usageRevenueKey(id);
  return { partition: pk, prefix: `${sk}.` };
};

/** The revenue of an owner from all imports of a month. Written with each of their rows. */
export const usageMonthKey = (owner: string, month: string): Key => ({
  pk: `usage-revenue#${owner}`,
  sk: `#${month}`,
});

const REVENUE = 'usage-revenue#';

/** Whether a row is one of revenue. */
export const isRevenueKey = ({ pk }: Pick<Key, 'pk'>): boolean => pk.startsWith(REVENUE);

/** @returns a query for the moved rows of revenue of an import. */
export const movedRevenueOf = (importId: string) => ({
  partition: movedUsageKey(importId).pk,
  prefix: REVENUE,
});

/** @returns what a row of an import is about. Undefined for months. */
export function readRevenueKey({ pk, sk }: Key): RevenueId | undefined {
  const [, owner = '', kind] = pk.split('#');
  if (kind === undefined) return undefined;
  const [month, currency, importId] = tupleOf(3, sk.split('#'));
  return { owner, month, currency, importId };
}

/** Identifies a part of what an import's lines earned by the members of a group. */
export interface EarningsId {
  readonly owner: string;
  readonly group: string;
  /** YYYY-MM. */
  readonly month: string;
  readonly currency: string;
  readonly importId: string;
  readonly run: string;
  readonly part: number;
}

/** What an owner's tracks, albums, DSPs or countries earned. */
export const usageEarningsPartition = (owner: string, group: string): string =>
  `usage-earnings#${owner}#${group}`;

/**
 * What an owner's tracks, albums, DSPs or countries earned in one month and currency, from one run of an import. It
 * remains beside that of a later run until the row of revenue names that one.
 */
export const usageEarningsKey = (id: EarningsId): Key => ({
  pk: usageEarningsPartition(id.owner, id.group),
  sk: [id.month, id.currency, id.importId, id.run, String(id.part).padStart(4, '0')].join('#'),
});
