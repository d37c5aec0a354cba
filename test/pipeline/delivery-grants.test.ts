/** What `deliver-releases` does with the table, compared with the permissions of its role. */
import type { SQSBatchResponse } from 'aws-lambda';
import { beforeAll, it } from 'vitest';
import { delivererWith } from '../../functions/deliver-releases/handler.ts';
import { storeFor } from '../../shared/distribution/stores/store-for.ts';
import { ask, assignDsp, create, newRelease, request } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { type Access, askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
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

it('the delivery function uses all its table permissions and needs no others', async () => {
  await command('connect-store', store.connecting(DSP));
  await command('set-store', { 'dsp-id': FAILING, behavior: 'fail' });
  const album = await stage.release({ isrc: 'DEAB12600001' });
  const { body } = await ask(stage.owner, 200, 'GET', `/tracks?filter[album]=${album}`);
  const [{ id: track, attributes }] = body.data;
  const credits = [{ role: 'double_bass', name: 'Ada', position: 1 }];
  const data = { type: 'tracks', id: track, attributes: { 'extended-credits': credits } };
  await ask(stage.owner, 200, 'PATCH', `/tracks/${track}`, { data });
  await create(stage.owner, 'track-assets', {
    attributes: { 'asset-type': 'dolby_atmos', url: attributes['full-audiofile-url'] },
    relationships: { track: { data: { type: 'tracks', id: track } } },
  });
  for (const dsp of [REJECTING, FAILING]) await assignDsp(stage.owner, album, dsp);
  await request(stage.owner, album);
  await work();
  // The store that fails is attempted again, and the connected one never acknowledges the release.
  await workFor(30);
  pass(15 * 24 * 3600);
  await workFor(2);
  await command('set-store', { 'dsp-id': REJECTING, behavior: 'reject' });
  // Places of the track warn until stores have its new code.
  const coded = { type: 'tracks', id: track, attributes: { 'isrc-code': 'DEAB12699999' } };
  await ask(stage.owner, 200, 'PATCH', `/tracks/${track}`, { data: coded });
  await request(stage.owner, album, 'update');
  await workFor(30);
  await request(stage.owner, album, 'takedown');
  await workFor(30);
  // No store gets a release that is not the one that an operator has approved.
  const { album: other } = await newRelease(stage.owner, { tracks: 1, dsps: [FAILING] });
  const id = await request(stage.owner, other);
  await command('approve-request', { id });
  const renamed = { type: 'albums', id: other, attributes: { title: 'Another' } };
  await ask(stage.owner, 200, 'PATCH', `/albums/${other}`, { data: renamed });
  await workFor(2);
  // Audio that was replaced after the approval is analyzed (audio-exchange.test.ts).
  expectAllUsed(accesses, 'deliver-releases', ['track-sound#*']);
});
