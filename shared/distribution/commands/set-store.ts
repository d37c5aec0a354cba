/** Sets how the store of a DSP responds. */
import type { Run } from '../../kit/commands/listed.ts';
import { problem } from '../../kit/values/problems.ts';
import { dspById } from '../../reference/data/dsps.ts';
import type { setStore } from '../commands.ts';
import { setBehavior } from '../stores/store-row.ts';

export const run = (async (given, { table }) => {
  const dspId = given['dsp-id'];
  const dsp = dspById(dspId);
  if (!dsp) throw problem('unknown_record', `There is no DSP ${dspId}.`);
  if (!(await setBehavior(table, dspId, given.behavior)))
    throw problem(
      'store_connected',
      `The store of DSP ${dspId} is connected. Run disconnect-store ${dspId} first.`,
    );
  return { 'dsp-id': dspId, name: dsp.name, behavior: given.behavior };
}) satisfies Run<typeof setStore>;
