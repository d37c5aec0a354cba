/** What a function's answer says about the items of its batch. */
import * as v from 'valibot';
import type { Outcome } from '../lambda/execution-environment.ts';

const responseSchema = v.object({
  batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.pipe(v.string(), v.minLength(1)) })), []),
});

/**
 * @param reportsItems whether the mapping asks for ReportBatchItemFailures.
 * @returns identifiers of the items that failed. An error, a malformed answer or an identifier of no item fail them all.
 */
export function failedItems(
  outcome: Outcome,
  { items, reportsItems }: { items: readonly string[]; reportsItems: boolean },
): ReadonlySet<string> {
  const all = new Set(items);
  if (outcome.isError) return all;
  const answer: unknown = JSON.parse(outcome.payload);
  if (!reportsItems || answer === null || answer === '') return new Set();
  const response = v.safeParse(responseSchema, answer);
  if (!response.success) return all;
  const failed = new Set(
    (response.output.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier),
  );
  return failed.values().every((item) => all.has(item)) ? failed : all;
}
