/** The import of a store's report, stored as a row with scheduled work. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { usageImportKey } from '../keys.ts';
import type { RejectedAs } from '../reading/file-rejected.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const countsSchema = v.object({
  /** Excluding the header and empty lines. */
  lines: count,
  imported: count,
  rejected: count,
  /** Imported lines whose ISRC belongs to no owner or to several. */
  unmatched: count,
  /** Number of table rows. */
  rows: count,
});

export type ImportCounts = Readonly<v.InferOutput<typeof countsSchema>>;

const runSchema = v.object({
  /** Prefix of the run's objects in the bucket. */
  run: v.string(),
  sha256: v.string(),
  /** Number of parts. Each has a list of its rows. */
  partitions: count,
  /** Identifies the valid lines. Null for none, for lines that were not read yet, and in rows of earlier versions. */
  linesDigest: v.optional(v.nullable(v.string()), null),
});

export const lostSchema = v.object({
  /** Lines of the earlier file, of which those of one day, DSP, ISRC, country and currency are one. */
  lines: count,
  /** Decimal numbers by currency. */
  revenue: v.record(v.string(), v.string()),
});

/** What an earlier file has counted for owners by ISRCs whose lines are unmatched now. */
export type Lost = Readonly<v.InferOutput<typeof lostSchema>>;

const overlapSchema = v.object({
  /** Compared lines. */
  lines: count,
  /** How many of them are also in another import, by its id. */
  others: v.record(v.string(), count),
});

/** How many lines of an import are also in others. */
export type Overlap = Readonly<v.InferOutput<typeof overlapSchema>>;

/** The row of an import remains after it is done. */
export const usageWork = defineWork({
  name: 'usage-import',
  queue: {
    name: 'Usage',
    consumer: 'import-usage',
    mapping: 'UsageToImport',
    concurrency: { standard: 2, prod: 5, local: 2 },
  },
  id: 'importId',
  key: usageImportKey,
  // Imports belong to operators and have no owner.
  fields: {
    name: v.string(),
    /** 'refused': nothing was imported, and the rows of an earlier file with the same name remain. */
    state: v.picklist(['running', 'done', 'refused']),
    /** Why the file was rejected, as a sentence. */
    reason: v.nullable(v.string()),
    rejectedAs: v.optional(v.nullable(v.picklist(['lines', 'known'] satisfies RejectedAs[])), null),
    startedAt: v.string(),
    finishedAt: v.nullable(v.string()),
    /** When the file that is loaded was imported. Unlike a new file, a rematch leaves it. Null in rows of earlier versions. */
    importedAt: v.optional(v.nullable(v.string()), null),
    /** Who started it: an operator, or a store whose reports are read. Null in rows of earlier versions. */
    by: v.optional(v.nullable(v.string()), null),
    /** How many files were imported with this name. Null in rows of earlier versions. */
    contents: v.optional(v.nullable(count), null),
    /** The size of the last file with this name. */
    bytes: count,
    ...runSchema.entries,
    /** Of a file without our own columns, as JSON. */
    layout: v.optional(v.nullable(v.string()), null),
    /** Number of partitions written. */
    written: count,
    /** Number of row lists of the earlier file that are cleaned up. */
    cleaned: count,
    /** For a rejected file, the counts of the earlier file. */
    counts: v.nullable(countsSchema),
    formerCounts: v.nullable(countsSchema),
    /** Whether the run matches the unmatched lines of the file again. Such a run replaces nothing. */
    isRematch: v.boolean(),
    /** The runs with rows in the table: the file's, then its rematches'. Excludes a run in progress. */
    loaded: v.array(runSchema),
    /** Names of columns that were not read. */
    ignored: v.optional(v.array(v.string()), []),
    /** Amounts of imported lines by currency. */
    revenue: v.optional(v.record(v.string(), v.string()), {}),
    /** Amounts of skipped lines by currency. */
    skippedRevenue: v.optional(v.record(v.string(), v.string()), {}),
    overlap: v.optional(v.nullable(overlapSchema), null),
    lost: v.optional(v.nullable(lostSchema), null),
  },
});

export type UsageImport = RowOf<typeof usageWork>;

/** Imports are identified by name. The digest has the length and characters of an id. */
export const importIdOf = (name: string): string =>
  createHash('sha256').update(name.normalize('NFC')).digest('base64url').slice(0, 16);

/** The row of a completed import. One with unmatched lines is indexed for rematches. */
export const endedImport = (ended: UsageImport): Item & Key => ({
  ...usageWork.key(ended.importId),
  // Without the attributes of a claim.
  ...usageWork.read({ ...ended }),
  ...((ended.counts?.unmatched ?? 0) > 0 && { ownerKey: UNMATCHED_IMPORTS, ownerSort: ended.importId }),
});

/** Partition of the owner index with the imports that have unmatched lines. */
export const UNMATCHED_IMPORTS = '#usage-imports';

/** Identifies the writer of a run's rows. The rows of a rematch are added to those of its import. */
export const writerOf = ({ importId, isRematch, loaded, run }: UsageImport) => ({
  importId: isRematch ? `${importId}.${loaded.length}` : importId,
  run,
});
