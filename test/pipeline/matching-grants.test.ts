/** The table accesses of match-tracks, compared with what its role allows. */
import { beforeAll, it } from 'vitest';
import { TRACKS_PER_PART } from '../../shared/matching/part.ts';
import { newAdmin } from '../support/calls.ts';
import { fillAlbum } from '../support/catalogue/fill.ts';
import { askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
import { newRelease } from '../support/releases.ts';
import { indexRelease, released, request, useMatching } from './matching.ts';
import { settle } from './work-stage.ts';

useMatching();
beforeAll(hearTable);

it('the matcher uses all its permissions, and needs no others', { timeout: 60_000 }, async () => {
  const track = { title: 'Amber Lantern', isrc: 'DEAB12600001' };
  await released([track]);
  const ada = await newAdmin();
  const { albumId } = await newRelease(ada, [track]);
  const others = { album: albumId, count: TRACKS_PER_PART, afterOrder: 1, artists: [] };
  await fillAlbum({ ownerId: ada.userId, ...others });
  const accesses = await askedBy(async () => {
    for (const isReleased of [true, false]) {
      await indexRelease(albumId, isReleased);
      await settle();
    }
    await request(albumId);
    await settle();
  });
  expectAllUsed(accesses, 'match-tracks');
});
