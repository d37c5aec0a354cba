/** Partial batch responses: which items of a batch a function reports as failed. */
import * as v from 'valibot';
import type { InvocationOutcome } from '../observed/invocation-outcome.ts';

const responseSchema = v.object({
  batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.pipe(v.string(), v.minLength(1)) })), []),
});

/**
 * @param reportsItems whether the mapping has ReportBatchItemFailures.
 * @returns the identifiers of the failed items: all of them after an error, a malformed response or an
 * unknown identifier.
 */
export function failedItems(
  outcome: InvocationOutcome,
  { items, reportsItems }: { items: readonly string[]; reportsItems: boolean },
): ReadonlySet<string> {
  const all = new Set(items);
  if (outcome.isError) return all;
  const result: unknown = JSON.parse(outcome.payload);
  if (!reportsItems || result === null || result === '') return new Set();
  const response = v.safeParse(responseSchema, result);
  if (!response.success) return all;
  const failures = response.output.batchItemFailures ?? [];
  const failed = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
  return failed.values().every((item) => all.has(item)) ? failed : all;
}
