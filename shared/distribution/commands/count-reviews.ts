/** Counts requests by how reviewers see them. */
import type { Run } from '../../kit/commands/listed.ts';
import { batchesOf } from '../../platform/batches.ts';
import { openRequestIds } from '../review/open-requests.ts';
import { openStatesOf } from '../review/open-states.ts';
import type { countReviews } from '../review-commands.ts';
import type { OpenState } from '../rules/review-states.ts';

const BATCH = 100;

export const run = (async (_, operation) => {
  const [pending, preapproved] = await Promise.all([
    openRequestIds(operation, 'pending'),
    openRequestIds(operation, 'preapproved'),
  ]);
  const states: OpenState[] = [];
  for (const some of batchesOf(pending.ids, BATCH)) states.push(...(await openStatesOf(operation, some)));
  const count = (state: OpenState) => states.filter((each) => each === state).length;
  return {
    'to-review': count('to-review'),
    held: count('held'),
    waiting: count('waiting'),
    preapproved: preapproved.ids.length,
    // Otherwise, there are more.
    'all-counted': pending.isWhole && preapproved.isWhole,
  };
}) satisfies Run<typeof countReviews>;
