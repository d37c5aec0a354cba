/** Gives the codes of an approval that was interrupted, as the function does when they are due. */
import { expect } from 'vitest';
import { reviewerWith } from '../../functions/review-requests/handler.ts';
import { givingWork } from '../../shared/distribution/work/giving-work.ts';
import { Table } from '../../shared/kit/table/table.ts';

/** Delivers the message twice. @returns whether codes were left. */
export async function giveLeftCodes(requestId: string): Promise<boolean> {
  const row = await new Table().get(givingWork.key(requestId));
  if (!row) return false;
  const give = reviewerWith({ now: () => new Date(Date.now() + 120_000), random: () => 0.5 });
  const body = JSON.stringify(givingWork.message(givingWork.read(row)));
  for (const messageId of ['1', '2'])
    expect((await give({ Records: [{ messageId, body }] } as never)).batchItemFailures).toEqual([]);
  return true;
}
