/** Deletes the connection of a store. */
import type { Run } from '../../kit/commands/listed.ts';
import { retried } from '../../kit/records/decided.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { problem } from '../../kit/values/problems.ts';
import type { disconnectStore } from '../connection-commands.ts';
import { connectionKey, contactKey, lastReadKey, storeKey, storePlaceKey, testedKey } from '../keys.ts';
import { connectionOf, sameConnection } from '../stores/connected/connection.ts';
import { storeReadingWork } from '../work/reading-work.ts';
import { storeTestWork } from '../work/store-test-work.ts';

export const run = ((given, { table }) => {
  const dspId = given['dsp-id'];
  return retried(async () => {
    const connection = await connectionOf(table, dspId);
    if (!connection) throw problem('store_not_connected', `The store of DSP ${dspId} is not connected.`);
    const failed = await failedConditions(
      table.commit([
        { put: { ...storeKey(dspId), behavior: 'package' } },
        { delete: connectionKey(dspId), condition: sameConnection(connection) },
        { delete: storePlaceKey(connection) },
        { delete: contactKey(dspId) },
        { delete: testedKey(dspId) },
        { delete: lastReadKey(dspId) },
        storeTestWork.end(dspId),
        storeReadingWork.end(dspId),
      ]),
    );
    return failed ? 'again' : { 'dsp-id': dspId, behavior: 'package' };
  });
}) satisfies Run<typeof disconnectStore>;
