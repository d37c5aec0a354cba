/** Scans the table page by page until its end or the function's timeout. */
import { measureCredits } from '../../../catalogue/credits/measure-credits.ts';
import { deliveries } from '../../../distribution/api/deliveries.ts';
import { expectCompletion } from '../../../distribution/deliveries/considered-complete.ts';
import { holdIsrcsOf } from '../../../distribution/deliveries/hold-isrcs.ts';
import { commandRun } from '../../../kit/commands/command-run.ts';
import { isTimeUp, type Operation } from '../../../kit/commands/operation.ts';
import { reindex as rewritten } from '../../../kit/records/reindex.ts';
import { recordOf } from '../../../kit/records/rows.ts';
import type { Item } from '../../../kit/table/item.ts';
import { isRecordKey, type Key } from '../../../kit/table/keys.ts';
import { reindex } from './declare.ts';

export const run = commandRun(reindex, async ({ from }, operation) => {
  let position = from === undefined ? undefined : keyAt(from);
  let rows = 0;
  let records = 0;
  do {
    const { items, next } = await operation.table.scan(position);
    for (const item of items) {
      const isRewritten = await rewritten(operation, item);
      const isMeasured = await measureCredits(operation, item);
      records += isRewritten || isMeasured ? 1 : 0;
    }
    for (const item of items) await completeDelivery(operation, item);
    rows += items.length;
    position = next;
  } while (position && !isTimeUp(operation));
  return { rows, rewritten: records, finished: !position, ...(position && { from: positionOf(position) }) };
});

/** Adds what older deliveries lack. */
async function completeDelivery(operation: Operation, item: Item): Promise<void> {
  if (!isRecordKey(item, deliveries.type)) return;
  const delivery = recordOf(deliveries, item);
  await holdIsrcsOf(operation, delivery);
  await expectCompletion(operation, delivery);
}

const positionOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

function keyAt(position: string): Key {
  const cut = position.indexOf(' ');
  return { pk: position.slice(0, cut), sk: position.slice(cut + 1) };
}
