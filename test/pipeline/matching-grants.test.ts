/** The table accesses of match-tracks, compared with what its role allows. */
import { beforeAll, it } from 'vitest';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { tracks as trackRecords } from '../../shared/catalogue/api/tracks.ts';
import { TRACKS_PER_PART } from '../../shared/matching/album-work.ts';
import { soundIndexingWork } from '../../shared/matching/released/sound-indexing-work.ts';
import { matchingWork } from '../../shared/matching/text/matching-work.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { fillAlbum } from '../support/catalogue/fill.ts';
import { newRelease as distributed, request as requestOf } from '../support/distribution/release.ts';
import { command } from '../support/distribution/stores.ts';
import { trackAttributes } from '../support/examples.ts';
import { askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
import { keepSound } from '../support/kept-sounds.ts';
import { newRelease } from '../support/releases.ts';
import { setFields } from '../support/rows.ts';
import { indexRelease, released, request, useMatching } from './matching.ts';
import { announceRow, settle } from './work-stage.ts';

useMatching({ qaMode: 'manual' });
beforeAll(hearTable);

it('the matcher uses all its permissions and needs no others', async () => {
  const track = { title: 'Amber Lantern', isrc: 'DEAB12600001' };
  await released([track]);
  const ada = await newAdmin();
  const { albumId, trackIds } = await newRelease(ada, [track, { title: 'Quiet Harbour' }]);
  const [trackId = '', mastered = ''] = trackIds;
  await attachMaster(ada, mastered);
  await setFields(trackRecords, mastered, { 'full-audiofile-url': null });
  const url = trackAttributes['full-audiofile-url'];
  await keepSound({ trackId, ownerId: ada.userId, url }, Uint32Array.of(1, 2, 3));
  const others = { album: albumId, count: TRACKS_PER_PART, afterOrder: 2, artists: [] };
  await fillAlbum({ ownerId: ada.userId, ...others });
  const accesses = await askedBy(async () => {
    for (const isReleased of [true, false]) {
      await indexRelease(albumId, isReleased);
      await settle();
      await announceRow(soundIndexingWork.key(trackId));
      await settle();
    }
    await request(albumId);
    await settle();
  });
  const attributes = { 'allow-fingerprint-scan': false };
  const body = { data: { type: 'tracks', id: trackId, attributes } };
  await call(tracks, 200, { method: 'PATCH', path: `/tracks/${trackId}`, token: ada.token, body });
  await announceRow(soundIndexingWork.key(trackId));
  // Deletes the audio analysis.
  const deletions = await askedBy(settle);
  // Files that are not compared are read if a store gets packages.
  await command('set-store', { 'dsp-id': '1', behavior: 'package' });
  const closed = await distributed(ada, {
    tracks: 1,
    dsps: ['1'],
    track: { 'isrc-code': null, 'allow-fingerprint-scan': false },
  });
  const id = await requestOf(ada, closed.album);
  await announceRow(matchingWork.key(id));
  const requested = await askedBy(settle);
  expectAllUsed([...accesses, ...deletions, ...requested], 'match-tracks');
});

async function attachMaster({ token }: Person, trackId: string): Promise<void> {
  const attributes = { 'asset-type': 'dolby_atmos', url: 'https://127.0.0.1:9/master.wav' };
  const relationships = { track: { data: { type: 'tracks', id: trackId } } };
  const body = { data: { type: 'track-assets', attributes, relationships } };
  await call(tracks, 201, { method: 'POST', path: '/track-assets', token, body });
}
