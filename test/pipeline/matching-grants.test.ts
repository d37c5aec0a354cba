/** The table accesses of match-tracks, compared with what its role allows. */
import { beforeAll, it } from 'vitest';
import { TRACKS_PER_PART } from '../../shared/matching/part.ts';
import { newAdmin } from '../support/calls.ts';
import { askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
import { newRelease } from '../support/releases.ts';
import { indexRelease, released, request, useMatching } from './matching.ts';
import { settle } from './work-stage.ts';

useMatching();
beforeAll(hearTable);

it('the matcher uses all its permissions, and needs no others', { timeout: 60_000 }, async () => {
  const track = { title: 'Amber Lantern', isrc: 'DEAB12600001' };
  await released([track]);
  const others = Array.from({ length: TRACKS_PER_PART }, () => ({ title: 'Silence', artists: [] }));
  const { albumId } = await newRelease(await newAdmin(), [track, ...others]);
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
