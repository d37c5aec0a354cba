/** Writes that need the store to be connected, also if it is disconnected concurrently. */
import { rowExists } from '../../../kit/table/expressions.ts';
import type { Write } from '../../../kit/table/write.ts';
import { problem } from '../../../kit/values/problems.ts';
import { connectionKey } from '../../keys.ts';

export const connectedCheck = (dspId: string): Write => ({
  check: connectionKey(dspId),
  condition: rowExists,
});

export const notConnected = (dspId: string) =>
  problem('store_not_connected', `The store of DSP ${dspId} is not connected.`);
