/** Batch requests. An error in the batch rejects all of it. An error in an entry rejects only that entry. */
import * as v from 'valibot';
import { AwsError } from '../wire/aws-error.ts';
import { sqsErrors } from './errors.ts';
import { type SendInput, sizeOf } from './message-format.ts';
import type { Queue } from './queue.ts';

const MAX_ENTRIES = 10;

/** The schema of an entry, apart from its Id. */
export type EntrySchema = v.ObjectSchema<v.ObjectEntries, undefined>;

/** @throws AwsError when the batch as a whole is invalid. */
export function entriesOf<S extends EntrySchema>(input: unknown, schema: S) {
  const entrySchema = v.intersect([v.object({ Id: v.string() }), schema]);
  const { Entries } = v.parse(v.object({ Entries: v.optional(v.array(v.unknown()), []) }), input);
  if (Entries.length === 0) throw sqsErrors.emptyBatch();
  if (Entries.length > MAX_ENTRIES) throw sqsErrors.longBatch(Entries.length);
  const seen = new Set<string>();
  return Entries.map((entry) => {
    const parsed = v.parse(entrySchema, entry);
    if (!/^[\w-]{1,80}$/.test(parsed.Id)) throw sqsErrors.badEntryId();
    if (seen.has(parsed.Id)) throw sqsErrors.sameEntryIds(parsed.Id);
    seen.add(parsed.Id);
    return parsed;
  });
}

/** @throws AwsError when all messages together are larger than one may be. */
export function checkBatchSize(entries: readonly SendInput[], { properties }: Queue): void {
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (bytes > properties.MaximumMessageSize) throw sqsErrors.largeBatch(bytes, properties.MaximumMessageSize);
}

/** Runs the action for each entry. @returns the response, with those that succeeded and that failed. */
export function each<E extends { readonly Id: string }>(
  entries: readonly E[],
  action: (entry: E) => object,
): object {
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    const { Id } = entry;
    try {
      Successful.push({ Id, ...action(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.queryCode ?? error.type, Message: error.message });
    }
  }
  return { Successful, ...(Failed.length > 0 && { Failed }) };
}
