/** Starts the test of a connected store, and says what it has found once it has ended. */
import type { Run } from '../../kit/commands/listed.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import type { testStore } from '../connection-commands.ts';
import { connectedCheck, notConnected } from '../stores/connected/connected-check.ts';
import { testedStore } from '../transfers/tested-store.ts';
import { storeTestWork } from '../work/store-test-work.ts';

/** @returns findings only once the test that began at `asked` has ended. The command line asks again until then. */
export const run = (async ({ 'dsp-id': dspId, asked }, { table, now }) => {
  if (asked !== undefined) {
    const tested = await testedStore(table, dspId);
    return tested?.asked === asked ? { asked, findings: tested.findings } : { asked };
  }
  const started = now.toISOString();
  const work = storeTestWork.start({ dspId, asked: started }, now);
  if (await failedConditions(table.commit([connectedCheck(dspId), work]))) throw notConnected(dspId);
  return { asked: started };
}) satisfies Run<typeof testStore>;
