/** What `deliver-releases` does with the table, compared with the permissions of its role. */
import type { SQSBatchResponse } from 'aws-lambda';
import { beforeAll, expect, it } from 'vitest';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import { assignDsp, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { type Access, askedBy, expectAllowed, hearTable } from '../support/grants.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { DSP, useConnectedStage } from './connected-stage.ts';
import { work, workFor } from './stream-stage.ts';
import { now, pass } from './work-stage.ts';

const REJECTING = '3';
const FAILING = '5';
const accesses: Access[] = [];
const deliverer = delivererWith({ now, random: () => 0.5, storeFor });
const stage = useConnectedStage({
  settings: { deliveryConsideredCompleteDays: 14 },
  consumers: {
    Store: async (event) => {
      let response: SQSBatchResponse = { batchItemFailures: [] };
      const made = await askedBy(async () => {
        response = await deliverer(event);
      });
      accesses.push(...made);
      return response;
    },
  },
});
const store = withSftpStore();
beforeAll(hearTable);

it('the delivery function needs no permissions that its role does not have', async () => {
  await command('connect-store', store.connecting(DSP));
  await command('set-store', { 'dsp-id': FAILING, behavior: 'fail' });
  const album = await stage.release();
  for (const dsp of [REJECTING, FAILING]) await assignDsp(stage.owner, album, dsp);
  await request(stage.owner, album);
  await work();
  // The store that fails is attempted again, and the connected one never acknowledges the release.
  await workFor(30);
  pass(15 * 24 * 3600);
  await workFor(2);
  await command('set-store', { 'dsp-id': REJECTING, behavior: 'reject' });
  await request(stage.owner, album, 'update');
  await workFor(30);
  await request(stage.owner, album, 'takedown');
  await workFor(30);
  // Completions of what the connected store has not acknowledged, and rejections of what a store had before.
  const written = accesses.filter(({ action }) => /^(?:Put|Update|Delete)Item$/.test(action));
  const kinds = new Set(written.map(({ partition = '' }) => partition.split('#')[0]));
  expect([...kinds].toSorted()).toEqual(
    expect.arrayContaining(['albums', 'deliveries', 'journal', 'stores', 'tracks']),
  );
  expectAllowed(accesses, 'deliver-releases');
});
