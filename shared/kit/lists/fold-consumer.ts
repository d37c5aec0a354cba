/** The handler of the queue of folds. The messages of the stream are for tasks that have no row yet. */
import type { Bucket } from '../../platform/bucket/bucket.ts';
import { foldTask, foldWork } from '../records/fold-work.ts';
import { failedConditions } from '../table/commit.ts';
import { rowMissing } from '../table/expressions.ts';
import { attempt, type Clock } from '../work/attempt.ts';
import { consume } from '../work/consume.ts';
import { type Folding, foldList } from './fold.ts';

/** @param clock for tests. */
export const foldConsumer = (
  { api, bucket }: { readonly api: Folding['api']; readonly bucket: () => Bucket },
  { now = () => new Date(), ...clock }: Partial<Clock> = {},
) =>
  consume({
    schema: foldWork.messageSchema,
    subject: ({ id, attempt: position }) => ({ listId: id, position }),
    process: async (message, table) => {
      if (message.attempt === 0) {
        const first = { put: foldTask(message.id, now()), condition: rowMissing };
        await failedConditions(table.commit([first]));
      }
      const make = (making: Omit<Folding, 'api' | 'bucket'>) =>
        foldList({ ...making, api, bucket: bucket() });
      return attempt({ kind: foldWork, log: 'list', make }, message, { ...clock, now, table });
    },
    fault: 'list.fault',
  });
