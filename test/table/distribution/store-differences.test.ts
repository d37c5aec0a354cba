/** What a reviewer is told of an update: in what it differs from what stores have. */
import { expect, it } from 'vitest';
import { newAdmin } from '../../support/calls.ts';
import { ask, create, newRelease, newTrack, request } from '../../support/distribution/release.ts';
import { approve, command, runStores, useStores } from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();

const accepted = { storeFor: () => ({ hand: async () => ({ is: 'accepted' as const }) }) };
const differences = async (id: string) => Object(await command('show-request', { id })).differences;

it('an update names codes, tracks and stores that differ from what stores have', async () => {
  const ada = await newAdmin();
  const { album, tracks, artist } = await newRelease(ada, { dsps: ['1'], tracks: 3 });
  const change = (type: string, id: string | undefined, attributes: object) =>
    ask(ada, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes } });
  const first = await request(ada, album);
  expect(await differences(first)).toBeNull();
  await approve(first);
  await runStores(accepted);

  const same = await request(ada, album, 'redelivery');
  expect(await differences(same)).toEqual([]);
  await change('albums', album, { title: 'Renamed' });
  expect(await differences(same)).toEqual(['Changed since: Album: title.']);
  await command('reject-request', { id: same, reason: 'Not yet.' });

  await change('tracks', tracks[0], { title: 'Other' });
  await change('tracks', tracks[1], { 'isrc-code': 'DEAB12699999' });
  const fourth = await newTrack(ada, album, { title: 'Fourth', order: 4, 'isrc-code': 'DEAB12600004' });
  const one = (type: string, id: string) => ({ data: { type, id } });
  await create(ada, 'track-artists', {
    relationships: {
      track: one('tracks', fourth),
      artist: one('artists', artist),
      'artist-role': one('artist-roles', '1'),
    },
  });
  const update = await request(ada, album, 'update');
  expect(await differences(update)).toEqual([
    expect.stringMatching(/^Track 1\.2 ".+" has the ISRC DEAB12600002 in stores, and DEAB12699999 now\.$/),
    'Track 1.4 "Fourth" is new to stores.',
    'Changed since: Track "Fourth": artists.',
    'Changed since: Track "Fourth": added.',
    'Changed since: Track "So Where": ISRC.',
    'Changed since: Track "So Where": title.',
    'Changed since: Album: title.',
  ]);
  await command('reject-request', { id: update, reason: 'Not yet.' });
  expect(await differences(update)).toBeNull();
});
