/** Reads the acknowledgements and sales reports of a connected store now, and says what was found; or dismisses one. */
import type { Run } from '../../kit/commands/listed.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { rowExists } from '../../kit/table/expressions.ts';
import { problem } from '../../kit/values/problems.ts';
import type { readStore } from '../connection-commands.ts';
import { lastReadKey, unclearKey } from '../keys.ts';
import { connectedCheck, notConnected } from '../stores/connected/connected-check.ts';
import { storeReadingWork } from '../work/reading-work.ts';

/** @returns counts only once the reading that was asked for at `asked` has ended. The command line asks again until then. */
export const run = (async ({ 'dsp-id': dspId, asked, dismiss }, { table, now }) => {
  if (dismiss !== undefined) {
    const dismissed = { delete: unclearKey(dspId, dismiss), condition: rowExists };
    if (await failedConditions(table.commit([dismissed])))
      throw problem('unknown_record', `No file ${dismiss} of DSP ${dspId} waits.`);
    return { dismissed: dismiss };
  }
  if (asked !== undefined) {
    const read = await table.get(lastReadKey(dspId));
    return read?.['asked'] === asked
      ? { asked, counts: read['counts'], reports: read['reports'] ?? null, problem: read['problem'] }
      : { asked };
  }
  const started = now.toISOString();
  const work = storeReadingWork.start({ dspId, ownerId: dspId, asked: started }, now);
  if (await failedConditions(table.commit([connectedCheck(dspId), work]))) throw notConnected(dspId);
  return { asked: started };
}) satisfies Run<typeof readStore>;
