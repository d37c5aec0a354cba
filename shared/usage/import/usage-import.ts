/** The import of a store's report, as a row of the table with work that falls due. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { usageImportKey } from '../keys.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const countsSchema = v.object({
  /** Without the header and empty lines. */
  lines: count,
  imported: count,
  rejected: count,
  /** Of those imported, the ones whose ISRC is nobody's, or several owners'. */
  unmatched: count,
  /** Rows of the table. */
  rows: count,
});

export type ImportCounts = Readonly<v.InferOutput<typeof countsSchema>>;

const runSchema = v.object({
  /** Names the objects of the bucket that belong to it. */
  run: v.string(),
  sha256: v.string(),
  /** In so many parts it was written, each with a list of its rows. */
  partitions: count,
});

/** The row of an import stays when it is done. */
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
  // An operator's: it has no owner.
  fields: {
    name: v.string(),
    /** 'refused': nothing of the file was imported. What an earlier file of the same name has brought is still there. */
    state: v.picklist(['running', 'done', 'refused']),
    /** Why it was rejected: a sentence. */
    reason: v.nullable(v.string()),
    startedAt: v.string(),
    finishedAt: v.nullable(v.string()),
    /** The last file of this name. */
    bytes: count,
    ...runSchema.entries,
    /** Partitions that are written. */
    written: count,
    /** Lists of rows of the former file that are cleaned up. */
    cleaned: count,
    /** Of a file that was rejected: those of the one before. */
    counts: v.nullable(countsSchema),
    formerCounts: v.nullable(countsSchema),
    /** Whether the run matches the unmatched lines of the file again, and replaces nothing. */
    isRematch: v.boolean(),
    /** The runs whose rows are in the table: of a file, and of its rematches. While a run goes on, without it. */
    loaded: v.array(runSchema),
  },
});

export type UsageImport = RowOf<typeof usageWork>;

/** Imports are known by their names: a digest has the length and the characters of a key. */
export const importIdOf = (name: string): string =>
  createHash('sha256').update(name.normalize('NFC')).digest('base64url').slice(0, 16);

/** The row of an import that has ended. With unmatched lines, it is found by those who try them again. */
export const endedImport = (ended: UsageImport): Item & Key => ({
  ...usageWork.key(ended.importId),
  // Without what a claim adds.
  ...usageWork.read({ ...ended }),
  ...((ended.counts?.unmatched ?? 0) > 0 && { ownerKey: UNMATCHED_IMPORTS, ownerSort: ended.importId }),
});

/** The partition of the owners' index with the imports that have unmatched lines. */
export const UNMATCHED_IMPORTS = '#usage-imports';

/** What the rows of a run are written as: rematches add to what their import has brought. */
export const writerOf = ({ importId, isRematch, loaded, run }: UsageImport) => ({
  importId: isRematch ? `${importId}.${loaded.length}` : importId,
  run,
});
