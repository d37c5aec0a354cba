/** The import of a store's report, as a row of the table with work that falls due. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import { type Claimed, dueAttributes, firstDue } from '../../kit/work/due.ts';
import type { WorkKind } from '../../kit/work/kind.ts';
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

const schema = v.object({
  importId: v.string(),
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
  /** Whether the run tries the unmatched lines of the file again, and replaces nothing. */
  isRematch: v.boolean(),
  /** The runs whose rows are in the table: of a file, and of its rematches. While a run goes on, without it. */
  loaded: v.array(runSchema),
  // The members of Due, while it is running.
  position: count,
  nextAttemptAt: v.string(),
  claimedUntil: v.nullable(v.string()),
});

export type UsageImport = Readonly<v.InferOutput<typeof schema>>;
export type ClaimedImport = Claimed<UsageImport>;

export const readUsageImport = (item: Item): UsageImport => v.parse(schema, item);

/** Imports are known by their names: a digest has the length and the characters of a key. */
export const importIdOf = (name: string): string =>
  createHash('sha256').update(name.normalize('NFC')).digest('base64url').slice(0, 16);

/** Names this work among all that falls due. Stored in rows: never change it. */
const USAGE_IMPORT = 'usage-import';

/** The row of an import that begins: the stream has its first message sent. */
export function newImportItem(started: UsageImport): Item & Key {
  const key = usageImportKey(started.importId);
  return { ...key, ...started, ...firstDue(USAGE_IMPORT, key, new Date(started.nextAttemptAt)) };
}

/** The row of an import: while it is running, it is due. With unmatched lines, it is found by those who try them again. */
export function toImportItem(given: UsageImport): Item & Key {
  const key = usageImportKey(given.importId);
  const hasUnmatched = given.state !== 'running' && (given.counts?.unmatched ?? 0) > 0;
  return {
    ...key,
    // Without what a claim adds.
    ...v.parse(schema, given),
    ...(given.state === 'running' && dueAttributes(USAGE_IMPORT, key, given)),
    ...(hasUnmatched && { ownerKey: UNMATCHED_IMPORTS, ownerSort: given.importId }),
  };
}

/** The partition of the owners' index with the imports that have unmatched lines. */
export const UNMATCHED_IMPORTS = '#usage-imports';

/** What the rows of a run are written as: rematches add to what their import has brought. */
export const writerOf = ({ importId, isRematch, loaded, run }: UsageImport) => ({
  importId: isRematch ? `${importId}.${loaded.length}` : importId,
  run,
});

const messageSchema = v.object({
  importId: v.string(),
  /** The import's `position` when the message was sent. */
  attempt: count,
});

export type UsageMessage = Readonly<v.InferOutput<typeof messageSchema>>;

/** The body of a message in the usage queue. */
export const usageMessageSchema = v.pipe(v.string(), v.parseJson(undefined, 'not JSON'), messageSchema);

export const usageWork: WorkKind<UsageImport> = {
  name: USAGE_IMPORT,
  queueVariable: 'USAGE_QUEUE_URL',
  read: readUsageImport,
  // An operator's.
  ownerOf: () => null,
  message({ importId, position }) {
    const body: UsageMessage = { importId, attempt: position };
    return body;
  },
};
