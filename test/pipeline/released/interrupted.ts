/** Work that has begun: an analysis, the reading of a file, an approval, a delivery and an import whose functions died, and an event that is sent again. */

import { givingWork } from '../../../shared/distribution/work/giving-work.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { CLAIM_SECONDS } from '../../../shared/kit/work/claim.ts';
import type { Person } from '../../support/calls.ts';
import { fillAlbum, fillArtists, fillRoles } from '../../support/catalogue/fill.ts';
import { albumAttributes } from '../../support/catalogue-calls.ts';
import { ask, create, newRelease, request } from '../../support/distribution/release.ts';
import { approve, command } from '../../support/distribution/stores.ts';
import { allRows } from '../../support/invariants.ts';
import { interruptedAfter, interruptedDeletion, killedAfter } from '../../support/left-of-deletions.ts';
import { dieAfter, revive } from '../steps.ts';
import { followStream, work } from '../stream-stage.ts';
import { start } from '../usage.ts';
import { pass, queue, settle, sweep } from '../work-stage.ts';
import { ISRC } from './distributed.ts';
import type { Hosts } from './hosts.ts';

/** Of the import, whose first parts are then written. */
const STEPS = 9;

export async function interrupted(ada: Person, { song, newSong, cover }: Hosts): Promise<void> {
  const coded = {
    artwork: cover,
    tracks: 1,
    'upc-code': null,
    track: { 'isrc-code': null, 'full-audiofile-url': song },
  };
  const [first, second] = [await newRelease(ada, coded), await newRelease(ada, coded)];
  const requests = [await request(ada, first.album), await request(ada, second.album)] as const;
  await work();
  const heard = await newRelease(ada, {
    artwork: cover,
    tracks: 1,
    track: { 'full-audiofile-url': newSong },
  });
  await request(ada, heard.album);
  await diesWith(/^track-sound#\d+ attempts$/, async () => {
    await followStream();
    await settle();
  });
  // Of the stores that get packages, which hold the release.
  await command('set-store', { 'dsp-id': '1', behavior: 'package' });
  await approve(requests[1]);
  await diesWith(/^distribution-requests#\d+ \S+#release$/, async () => {
    await followStream();
    await settle();
  });
  await deletionLeft(ada, cover);
  await codesLeft(ada, cover);
  await killedAfter(isHeldNumbers, () => approve(requests[0])).catch(() => undefined);
  const lines = Array.from({ length: 20 }, (_, day) => {
    const date = `2026-11-${String(day + 1).padStart(2, '0')}`;
    return `${date},1,US,${ISRC},${day + 1},1.5,EUR`;
  });
  await start({ name: 'november.csv', content: lines, partitions: 3 });
  dieAfter(STEPS);
  await settle();
  revive();
  await request(ada, (await newRelease(ada, coded)).album);
  const closed = { 'full-audiofile-url': song, 'allow-fingerprint-scan': false };
  const { album } = await newRelease(ada, { artwork: cover, tracks: 1, dsps: ['1'], track: closed });
  // Starts reading the file.
  await command('show-request', { id: await request(ada, album) });
  queue().lose();
}

/** Of a release with more tracks than get their codes in the transaction of its approval. */
async function codesLeft(ada: Person, artwork: string): Promise<void> {
  const { album, artist } = await newRelease(ada, { artwork, tracks: 0, dsps: ['1'], 'upc-code': null });
  await fillAlbum({ ownerId: ada.userId, album, artists: [artist], count: CODELESS });
  // A store that gets packages needs the cover.
  await ask(ada, 200, 'POST', `/albums/${album}/validate`);
  const id = await request(ada, album);
  await interruptedAfter(givingWork, () => approve(id));
}

/** Of a track with so many artists and albums that one transaction cannot delete it. */
async function deletionLeft(ada: Person, artwork: string): Promise<void> {
  const { tracks } = await newRelease(ada, { artwork, tracks: 1 });
  const track = { type: 'tracks', id: tracks[0] ?? '' };
  await fillRoles(ada.userId, { track: track.id }, await fillArtists(ada.userId, MANY));
  for (let count = 0; count < ALBUMS; count++) {
    const album = { type: 'albums', id: await create(ada, 'albums', { attributes: albumAttributes }) };
    const relationships = { album: { data: album }, track: { data: track } };
    await create(ada, 'album-tracks', { attributes: { order: 1 }, relationships });
  }
  await interruptedDeletion(() => ask(ada, 204, 'DELETE', `/tracks/${track.id}`));
}

const MANY = 39;
const CODELESS = 30;
const ALBUMS = 10;
const MOST_STEPS = 60;
const isHeldNumbers = (row: Item): boolean => /^codes#\S+ held#/.test(nameOf(row));
const nameOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

/** Kills a function after its first step, its second, and so on, until it leaves such a row behind. */
async function diesWith(row: RegExp, run: () => Promise<void>): Promise<void> {
  for (let steps = 1; steps < MOST_STEPS; steps++) {
    dieAfter(steps);
    await run().catch(() => undefined);
    revive();
    if ((await allRows()).some((each) => row.test(nameOf(each)))) return queue().lose();
    // Until the claim has expired.
    queue().lose();
    pass(CLAIM_SECONDS + 60);
    await sweep();
  }
  throw new Error(`No row is like ${row}.`);
}
