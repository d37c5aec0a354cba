/**
 * The handler of the queue of folds, of counts of histories, and of what interrupted deletions have left. The messages
 * of the stream are for tasks that have no row yet.
 */
import * as v from 'valibot';
import { type CountLine, countHistory, historyOfTask } from './histories/count-history.ts';
import { type Folding, type FoldLine, foldList } from './lists/fold.ts';
import { deletionWork } from './records/deletion-work.ts';
import { foldTask, foldWork, readListId, UNREADABLE } from './records/fold-work.ts';
import { deletionsOf } from './records/left-deletions.ts';
import { failedConditions } from './table/commit.ts';
import { rowMissing } from './table/expressions.ts';
import { type Attempt, attempt, type Clock, type Outcome } from './work/attempt.ts';
import { consume } from './work/consume.ts';
import type { RowOf } from './work/define-work.ts';

type Fold = RowOf<typeof foldWork>;

/** @param clock for tests. */
export const foldConsumer = (
  api: Folding['api'],
  { now = () => new Date(), ...clock }: Partial<Clock> = {},
) =>
  consume({
    schema: v.union([deletionWork.messageSchema, foldWork.messageSchema]),
    subject: ({ kind, id, attempt: position }) =>
      kind === undefined ? { listId: id, position } : { [deletionWork.id]: id, position },
    process: async (message, table) => {
      if (message.kind !== undefined) return attempt(deletionsOf(api), message, { ...clock, now, table });
      const history = historyOfTask(api, message.id);
      const hasRow = history && readListId(message.id).task !== UNREADABLE;
      if (message.attempt === 0 && !hasRow) {
        const first = { put: foldTask(message.id, now()), condition: rowMissing };
        await failedConditions(table.commit([first]));
      }
      const make = async (making: Attempt<Fold>): Promise<Outcome<Fold, FoldLine | CountLine>> =>
        history ? countHistory({ ...making, api }, history) : foldList({ ...making, api });
      return attempt({ kind: foldWork, log: 'list', make }, message, { ...clock, now, table });
    },
    fault: 'list.fault',
  });
