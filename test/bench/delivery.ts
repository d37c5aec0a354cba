/** What the delivery of a release with ten tracks to one store uses, if it goes to all of them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dspData } from '../../shared/reference/data/dsps.ts';
import { newRelease, request } from '../support/distribution/release.ts';
import { runStores } from '../support/distribution/stores.ts';
import { startBucket } from './bucket.ts';
import { startInProcess } from './in-process.ts';
import type { MeasuredUse } from './large/month.ts';
import { startQueues } from './work.ts';

export async function useOfDelivery(): Promise<MeasuredUse> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const stopBucket = await startBucket(directory);
  const { person, send, command, useOf, end } = await startInProcess();
  const stopQueues = await startQueues();
  const stores = dspData.rows().filter((dsp) => dsp['is-active']);
  const { album } = await newRelease(person, { tracks: 10, dsps: stores.map(({ id }) => id) });
  const id = await request(person, album);
  await send('POST', `/distribution-requests/${id}/preapprove`);
  await command('approve-request', { id });
  const before = process.cpuUsage();
  const use = await useOf(() => runStores());
  const { user, system } = process.cpuUsage(before);
  stopQueues();
  stopBucket();
  await end();
  rmSync(directory, { recursive: true });
  const each = (sum: number) => Math.round((10 * sum) / stores.length) / 10;
  return {
    'read units': each(use['read units']),
    'write units': each(use['write units']),
    cpuMicroseconds: each(user + system),
  };
}
