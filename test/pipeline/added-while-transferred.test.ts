/** A track that its owner adds to a release while the package of its first delivery is transferred. */
import { beforeEach, expect, it } from 'vitest';
import { tracks } from '../../shared/catalogue/api/tracks.ts';
import { isrcList } from '../../shared/catalogue/rules/isrc.ts';
import { transferWork } from '../../shared/distribution/work/transfer-work.ts';
import { findRecord } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { newTrack } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { DSP, useConnectedStage } from './connected-stage.ts';
import { workFor } from './stream-stage.ts';

const stage = useConnectedStage();
const store = withSftpStore();
beforeEach(() => command('connect-store', store.connecting(DSP)));

/** As an earlier version has started it. */
const withoutTracks = (deliveryId: string) =>
  new Table().commit([{ update: transferWork.key(deliveryId), with: [{ remove: 'tracks' }] }]);

it.each([
  ['counts as placed once it is delivered', false],
  ['counts as placed, although an earlier version has started the transfer', true],
])('a track that is added during a transfer %s', async (_, isOfEarlierVersion) => {
  const { id, album } = await stage.requested({ isrc: 'DEAB12600001' });
  store.onCall = () => 'cut';
  await workFor(30);
  const added = await newTrack(stage.owner, album, { 'isrc-code': 'DEAB12600002', order: 2 });
  if (isOfEarlierVersion) await withoutTracks((await stage.deliveryOf(id)).id);
  store.onCall = undefined;
  await workFor(15 * 60);
  expect((await stage.deliveryOf(id)).attributes.status).toBe('sent');
  const track = await findRecord({ table: new Table() }, tracks, added);
  expect(isrcList(track?.fields ?? {})).toBe('placed');
});
