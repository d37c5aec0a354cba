/** Many tests begin with a release that is saved past the API. It must have the rows that requests leave. */
import { beforeAll, expect, it } from 'vitest';
import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { artists } from '../../../shared/catalogue/api/artists.ts';
import { albumArtists, trackArtists } from '../../../shared/catalogue/api/credited-artists.ts';
import { labels } from '../../../shared/catalogue/api/labels.ts';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { saveRelease } from '../../support/catalogue/save-release.ts';
import { assignDsp, create, newTrack } from '../../support/distribution/release.ts';
import { trackAttributes } from '../../support/examples.ts';
import { allRows, faultsOf, recordsAmong } from '../../support/invariants.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let bob: Person;
beforeAll(async () => {
  ada = await newAdmin();
  bob = await newAdmin();
});

const one = (type: string, id: string) => ({ data: { type, id } });
const ofAlbum = {
  title: 'Tides',
  release_date: '2027-01-01',
  'is-explicit': false,
  'rights-owner-year': 2026,
  'rights-owner-name': 'Blue Room',
  artwork: 'https://files.example/cover.jpg',
};
const ORDERS = [1, 2, 3, 4, 5, 6, 7];
const DSPS = ['4', '1'];
const UPCS = { requested: '614141999996', saved: '036000291452' } as const;

async function request(person: Person): Promise<void> {
  const label = await create(person, 'labels', { attributes: { name: 'Harbour' } });
  const [mila = '', duo = ''] = [
    await create(person, 'artists', { attributes: { name: 'Mila' } }),
    await create(person, 'artists', { attributes: { name: 'Duo' } }),
  ];
  const album = await create(person, 'albums', {
    attributes: { ...ofAlbum, 'upc-code': UPCS.requested },
    relationships: {
      label: one('labels', label),
      'primary-genre': one('genres', '1'),
      language: one('languages', '118'),
    },
  });
  const as = (artist: string) => ({
    artist: one('artists', artist),
    'artist-role': one('artist-roles', '1'),
  });
  await create(person, 'album-artists', { relationships: { album: one('albums', album), ...as(mila) } });
  for (const order of ORDERS) {
    const track = one('tracks', await newTrack(person, album, { order }));
    for (const artist of [mila, duo])
      await create(person, 'track-artists', { relationships: { track, ...as(artist) } });
  }
  for (const dsp of DSPS) await assignDsp(person, album, dsp);
}

const linked = { 'primary-genre': '1', language: '118' };
const save = (person: Person) =>
  saveRelease(person, {
    label: 'Harbour',
    artists: ['Mila'],
    fields: { ...ofAlbum, ...linked, 'upc-code': UPCS.saved, dsps: DSPS },
    tracks: ORDERS.map((order) => ({
      fields: { ...trackAttributes, ...linked, order },
      artists: ['Mila', 'Duo'],
    })),
  });

const STAMPS = /^(created-at|updated-at)$/;

/** The records of an owner, with names in place of ids and product codes. */
async function recordsOf({ userId }: Person, upc: string) {
  const rows = await allRows();
  const types = [labels, artists, albums, albumArtists, tracks, albumTracks, trackArtists];
  const all = types.flatMap((type) =>
    recordsAmong(rows, type)
      .filter(({ ownerId }) => ownerId === userId)
      .toSorted((left, right) => Number(left.id) - Number(right.id)),
  );
  const names = new Map(all.map(({ type, id }, index) => [id, `${type} ${index}`]));
  names.set(upc, 'code').set(`0${upc}`, 'code with a zero');
  return all.map(({ type, fields, counts }) => ({
    type,
    counts,
    fields: Object.entries(fields)
      .filter(([name]) => !STAMPS.test(name))
      .map(([name, value]) => [name, typeof value === 'string' ? (names.get(value) ?? value) : value]),
  }));
}

it('a release saved directly has the same records as one created by requests', async () => {
  await request(ada);
  await save(bob);
  const requested = await recordsOf(ada, UPCS.requested);
  expect(requested).toHaveLength(1 + 2 + 1 + 1 + 4 * ORDERS.length);
  expect(await recordsOf(bob, UPCS.saved)).toEqual(requested);
});

it('releases saved concurrently share label and artists and have consistent rows', async () => {
  await Promise.all(
    ['042100005264', '085000000014'].map((upc) =>
      saveRelease(bob, {
        label: 'Harbour',
        artists: ['Mila'],
        fields: { ...ofAlbum, 'upc-code': upc },
        tracks: [{ fields: { ...trackAttributes, ...linked, order: 1 }, artists: ['Duo', 'Trio'] }],
      }),
    ),
  );
  const rows = await allRows();
  expect(faultsOf(definitions, rows)).toEqual([]);
  const names = recordsAmong(rows, artists).flatMap(({ ownerId, fields }) =>
    ownerId === bob.userId ? [fields['name']] : [],
  );
  expect(names.toSorted()).toEqual(['Duo', 'Mila', 'Trio']);
});
