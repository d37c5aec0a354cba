/** set-store: chooses how the store of a DSP behaves. */

import { setBehavior } from '../../shared/distribution/stores/store-row.ts';
import { problem } from '../../shared/kit/values/problems.ts';
import { dspById } from '../../shared/reference/data/dsps.ts';
import type { CommandHandler } from './operation.ts';

export const setStore: CommandHandler<'set-store'> = async (given, { table }) => {
  const dspId = given['dsp-id'];
  const dsp = dspById(dspId);
  if (!dsp) throw problem('unknown_record', `There is no DSP ${dspId}.`);
  await setBehavior(table, dspId, given.behavior);
  return { 'dsp-id': dspId, name: dsp.name, behavior: given.behavior };
};
