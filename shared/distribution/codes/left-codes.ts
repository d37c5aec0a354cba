/** Gives the codes of approvals that were interrupted. */
import { type Store, storeOf } from '../../kit/records/store.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld } from '../../kit/work/due.ts';
import { givingWork } from '../work/giving-work.ts';
import { finishGiving } from './finish-giving.ts';

type Giving = ReturnType<typeof givingWork.read>;

interface GivingLine {
  readonly message: 'codes.given';
  readonly outcome: 'given';
  readonly albumId: string;
  readonly tracks: number;
}

export const givingOf = (api: Store['api']) => ({
  kind: givingWork,
  log: 'codes',
  async make({ table, now, claimed }: Attempt<Giving>): Promise<Outcome<Giving, GivingLine>> {
    const ending = { ...givingWork.end(claimed.requestId), condition: isHeld(claimed) };
    await finishGiving(storeOf(api, { table, now: now() }), claimed, ending);
    const { albumId, numbers } = claimed;
    const line = { message: 'codes.given', outcome: 'given', albumId, tracks: numbers.length } as const;
    return { is: 'recorded', line };
  },
});
