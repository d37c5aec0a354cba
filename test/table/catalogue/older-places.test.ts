/** Requests for albums whose places were written before they kept what their tracks lack. */
import { beforeAll, describe, expect, it } from 'vitest';
import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { albumLists, placesIn } from '../../../shared/distribution/contents/album-contents.ts';
import { linkListKeys } from '../../../shared/kit/records/links.ts';
import { storeOf } from '../../../shared/kit/records/store.ts';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import {
  ask,
  create,
  newRelease,
  newTrack,
  request,
  requestFor,
} from '../../support/distribution/release.ts';
import { command, problemsOf } from '../../support/distribution/stores.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { allRows } from '../../support/invariants.ts';

const way = withFaultyTable({ codes: { isrc: 'QZOLD', gs1: null } });
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin({ video: true, 'music-videos': true });
});
const table = new Table();

const listsOf = (id: string) => {
  const store = storeOf(api, { table, now: new Date() });
  return albumLists(store, { id, ownerId: ada.userId });
};
const lacksOn = async (album: string) =>
  placesIn((await listsOf(album)).places.linkings).map(({ lacks }) => lacks);

/** What earlier versions do not know. */
const noted = ['lacks', 'warnings', 'ai', 'rights-year', 'sound'] as const;

/** Leaves the rows of an album's places as an earlier version has written them. */
async function age(album: string): Promise<void> {
  const { places } = await listsOf(album);
  const link = definitions.keys['album-tracks'].links.album;
  const lists = { ownerId: ada.userId, type: albumTracks.type, name: 'album', link };
  const keys = linkListKeys(lists, { type: albums.type, id: album });
  for (const row of await table.getMany(keys, true)) {
    const members = Object.keys(row).filter((name) => name.startsWith(':'));
    const removed = members.flatMap((member) => noted.map((name) => ({ remove: [member, name] as const })));
    await table.commit([{ update: { pk: String(row['pk']), sk: String(row['sk']) }, with: removed }]);
  }
  for (const { id } of places.linkings)
    await table.commit([
      {
        update: recordKey(albumTracks.type, id),
        with: noted.map((name) => ({ remove: ['rest', name] })),
      },
    ]);
}

const uncredit = async (track: string) => {
  const { body } = await ask(ada, 200, 'GET', `/track-artists?filter[track]=${track}`);
  await ask(ada, 204, 'DELETE', `/track-artists/${body.data[0].id}`);
};
const NO_ARTIST = 'The track "So Where" has no main artist.';

describe('an album with places of an earlier version', () => {
  it('is requested, approved and given codes after its tracks are read', async () => {
    const { album, tracks } = await newRelease(ada, { tracks: 3, track: { 'isrc-code': null } });
    await age(album);
    expect((await lacksOn(album)).flat()).toEqual(['unknown', 'unknown', 'unknown']);
    await command('approve-request', { id: await request(ada, album) });
    const { body } = await ask(ada, 200, 'GET', `/tracks/${tracks[2]}`);
    expect(body.data.attributes['isrc-code']).toMatch(/^QZOLD\d{2}\d{5}$/);
  });

  it('is rejected with what its tracks lack, which is then recorded', async () => {
    const { album, tracks } = await newRelease(ada);
    await age(album);
    await uncredit(String(tracks[0]));
    expect(await lacksOn(album)).toEqual([['unknown', 'main_artist'], ['unknown']]);
    const { body } = await ask(ada, 422, 'POST', '/distribution-requests', requestFor(album));
    expect(body.errors).toMatchObject([{ code: 'album_incomplete', detail: NO_ARTIST }]);
  });

  it('is not approved if a track concurrently loses its main artist', async () => {
    const { album, tracks } = await newRelease(ada);
    await age(album);
    const id = await request(ada, album);
    // The command is recorded first.
    way.interruption = { after: 1, of: 'writes', run: () => uncredit(String(tracks[0])) };
    expect(await problemsOf('approve-request', { id })).toMatchObject([{ detail: NO_ARTIST }]);
  });

  it('keeps what its tracks lack after a reindex, even for a wrong place', async () => {
    const { album, tracks } = await newRelease(ada, { track: { 'isrc-code': null } });
    const late = await newTrack(ada, album, { order: 3, 'isrc-code': 'DEAB12600007' });
    await age(album);
    // A version that does not know what places keep has removed an artist.
    const { linkings } = (await listsOf(album)).places;
    const first = linkings.find(({ ids }) => ids['track'] === tracks[0])?.id ?? '';
    await table.commit([
      { update: recordKey(albumTracks.type, first), with: [{ set: ['rest', 'lacks'], to: ['audio'] }] },
    ]);
    expect(await command('reindex', {})).toMatchObject({ rewritten: expect.any(Number), finished: true });
    expect(await lacksOn(album)).toEqual([['isrc'], ['isrc'], ['main_artist']]);
    const { places } = await listsOf(album);
    expect(placesIn(places.linkings).flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(catalogueFaults(await allRows())).toEqual([]);
    expect(await command('reindex', {})).toMatchObject({ rewritten: 0 });
    await create(ada, 'track-artists', {
      relationships: {
        track: { data: { type: 'tracks', id: late } },
        artist: { data: { type: 'artists', id: await anyArtist() } },
        'artist-role': { data: { type: 'artist-roles', id: '1' } },
      },
    });
    expect(await lacksOn(album)).toEqual([['isrc'], ['isrc'], []]);
  });
});

const anyArtist = async (): Promise<string> => (await ask(ada, 200, 'GET', '/artists')).body.data[0].id;
