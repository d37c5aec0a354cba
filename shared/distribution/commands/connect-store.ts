/** Connects the store of a DSP. */
import type { Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import { retried } from '../../kit/records/decided.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { equal, rowMissing } from '../../kit/table/expressions.ts';
import type { Write } from '../../kit/table/write.ts';
import { problem } from '../../kit/values/problems.ts';
import { dspById } from '../../reference/data/dsps.ts';
import type { connectStore } from '../connection-commands.ts';
import { connectionKey, storeKey, storePlaceKey } from '../keys.ts';
import { connectionOf, type StoreConnection, sameConnection } from '../stores/connected/connection.ts';
import { shownConnection } from '../stores/connected/shown-connection.ts';
import { storeReadingWork } from '../work/reading-work.ts';
import { newConnection } from './new-connection.ts';

export const run = (async (given, operation) => {
  const dspId = given['dsp-id'];
  const dsp = dspById(dspId);
  if (!dsp) throw problem('unknown_record', `There is no DSP ${dspId}.`);
  if (given.reading && given.reports === undefined)
    throw problem('invalid_value', '--layout and --set need --reports.');
  if (given['acknowledge-reports'] && given.reports === undefined)
    throw problem('invalid_value', '--acknowledge-reports needs --reports.');
  const connection = await newConnection(dspId, given, operation.now);
  await save(operation, dspId, connection);
  return { 'dsp-id': dspId, name: dsp.name, connection: shownConnection(connection) };
}) satisfies Run<typeof connectStore>;

/** Of two concurrent connections of one store, the second replaces the first. */
const save = ({ table, now }: Operation, dspId: string, connection: StoreConnection): Promise<void> =>
  retried(async () => {
    const before = await connectionOf(table, dspId);
    const key = storePlaceKey(connection);
    const taking: Write = {
      put: { ...key, dsp: dspId },
      condition: { any: [rowMissing, equal('dsp', dspId)] },
    };
    const former = before && storePlaceKey(before);
    const isMoved = former && (former.pk !== key.pk || former.sk !== key.sk);
    const failed = await failedConditions(
      table.commit([
        { put: { ...storeKey(dspId), behavior: connection.protocol } },
        {
          put: { ...connectionKey(dspId), ...connection },
          condition: before ? sameConnection(before) : rowMissing,
        },
        taking,
        storeReadingWork.start({ dspId, ownerId: dspId }, now),
        ...(isMoved ? [{ delete: former }] : []),
      ]),
    );
    // Folders of both would have the same names.
    if (failed?.has(taking)) throw problem('store_connected', 'Another DSP is connected to the same folder.');
    return failed ? 'again' : undefined;
  });
