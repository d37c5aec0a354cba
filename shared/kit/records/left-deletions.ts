/** Finishes deletions whose request was interrupted. */
import type { Attempt, Outcome } from '../work/attempt.ts';
import { isHeld } from '../work/due.ts';
import { deletionWork, type LeftOfDeletion } from './deletion-work.ts';
import { finishDeletion } from './finish-deletion.ts';
import { type Store, storeOf } from './store.ts';

interface DeletionLine {
  readonly message: 'deletion.finished';
  readonly outcome: 'finished';
  readonly tenant: string;
  /** How many records were left. */
  readonly records: number;
}

export const deletionsOf = (api: Store['api']) => ({
  kind: deletionWork,
  log: 'deletion',
  async make({
    table,
    now,
    claimed,
  }: Attempt<LeftOfDeletion>): Promise<Outcome<LeftOfDeletion, DeletionLine>> {
    const ending = { ...deletionWork.end(claimed.deletedId), condition: isHeld(claimed) };
    const records = await finishDeletion(storeOf(api, { table, now: now() }), claimed, ending);
    const line = {
      message: 'deletion.finished',
      outcome: 'finished',
      tenant: claimed.ownerId,
      records,
    } as const;
    return { is: 'recorded', line };
  },
});
