/** Starts the test of a connected store, and says what it has found once it has ended. */
import type { Run } from '../../kit/commands/listed.ts';
import { problem } from '../../kit/values/problems.ts';
import type { testStore } from '../connection-commands.ts';
import { connectionOf } from '../stores/connected/connection.ts';
import { testedStore } from '../transfers/tested-store.ts';
import { storeTestWork } from '../work/store-test-work.ts';

/** @returns findings only once the test that began at `asked` has ended. The command line asks again until then. */
export const run = (async ({ 'dsp-id': dspId, asked }, { table, now }) => {
  if (asked !== undefined) {
    const tested = await testedStore(table, dspId);
    return tested?.asked === asked ? { asked, findings: tested.findings } : { asked };
  }
  if (!(await connectionOf(table, dspId)))
    throw problem('store_not_connected', `The store of DSP ${dspId} is not connected.`);
  const started = now.toISOString();
  await table.commit([storeTestWork.start({ dspId, asked: started }, now)]);
  return { asked: started };
}) satisfies Run<typeof testStore>;
