/** Batches of SQS: faults of the batch refuse all of it, faults of an entry that entry. */
import * as v from 'valibot';
import { AwsError } from '../wire/aws-error.ts';
import { queueErrors } from './errors.ts';
import { type SendInput, sizeOf } from './message-format.ts';
import type { Queue } from './queue.ts';

const MOST_ENTRIES = 10;

/** The entries of a batch, whose faults as a whole refuse all of it. */
export function entriesOf<S extends v.ObjectSchema<v.ObjectEntries, undefined>>(input: unknown, schema: S) {
  const entrySchema = v.intersect([v.object({ Id: v.string() }), schema]);
  const { Entries } = v.parse(v.object({ Entries: v.optional(v.array(v.unknown()), []) }), input);
  if (Entries.length === 0) throw queueErrors.emptyBatch();
  if (Entries.length > MOST_ENTRIES) throw queueErrors.longBatch(Entries.length);
  const seen = new Set<string>();
  return Entries.map((entry) => {
    const parsed = v.parse(entrySchema, entry);
    if (!/^[\w-]{1,80}$/.test(parsed.Id)) throw queueErrors.badEntryId();
    if (seen.has(parsed.Id)) throw queueErrors.sameEntryIds(parsed.Id);
    seen.add(parsed.Id);
    return parsed;
  });
}

export function checkBatchSize(entries: readonly SendInput[], { settings }: Queue): void {
  const bytes = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (bytes > settings.mostBytes) throw queueErrors.largeBatch(bytes, settings.mostBytes);
}

/** Entries succeed and fail one by one. */
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
