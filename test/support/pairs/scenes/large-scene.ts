/** Records that are deleted, and releases that get codes, in several transactions. */
import { givingWork } from '../../../../shared/distribution/work/giving-work.ts';
import { newAdmin } from '../../calls.ts';
import { fillAlbum, fillArtists, fillRoles } from '../../catalogue/fill.ts';
import { ask, create, newRelease, request } from '../../distribution/release.ts';
import { approve } from '../../distribution/stores.ts';
import { interruptedAfter, interruptedDeletion } from '../../left-of-deletions.ts';
import type { Cast } from '../cast.ts';
import { idsOf, reference } from './small-catalogue.ts';

/** Beside the artist of the release, as many as a record can have. */
const ARTISTS = 39;
const ALBUMS = 19;
const TRACKS = 50;

/**
 * The track of the first album is on many others too, and has many artists. The second album has many artists and no track. The
 * third has many tracks without codes, and a request. The deletion of another album with many artists was interrupted, and so
 * was an approval that gives codes to many tracks.
 */
export async function largeScene(): Promise<Cast> {
  const ada = await newAdmin();
  const more = { artwork: 'https://127.0.0.1:9/cover.jpg' };
  const release = await newRelease(ada, { ...more, tracks: 1 });
  const [track = ''] = release.tracks;
  const artists = await fillArtists(ada.userId, ARTISTS);
  await fillRoles(ada.userId, { track }, artists);
  const others: string[] = [];
  for (let number = 1; number < ALBUMS; number++) {
    const { album } = await newRelease(ada, { ...more, tracks: 0 });
    await create(ada, 'album-tracks', {
      attributes: { order: 1 },
      relationships: {
        album: { data: { type: 'albums', id: album } },
        track: { data: { type: 'tracks', id: track } },
      },
    });
    others.push(album);
  }
  const empty = await newRelease(ada, { ...more, tracks: 0 });
  await fillRoles(ada.userId, { album: empty.album }, artists);
  const deleted = await newRelease(ada, { ...more, tracks: 0 });
  await fillRoles(ada.userId, { album: deleted.album }, artists);
  await interruptedDeletion(() => ask(ada, 204, 'DELETE', `/albums/${deleted.album}`));
  const coded = await newRelease(ada, { ...more, tracks: 0, 'upc-code': null });
  await fillAlbum({ ownerId: ada.userId, album: coded.album, artists: [coded.artist], count: TRACKS });
  const requested = await ask(ada, 201, 'POST', '/distribution-requests', {
    data: {
      type: 'distribution-requests',
      attributes: { 'request-type': 'delivery' },
      relationships: { album: { data: { type: 'albums', id: coded.album } } },
    },
  });
  const given = await newRelease(ada, { ...more, tracks: 0, dsps: ['4'], 'upc-code': null });
  await fillAlbum({ ownerId: ada.userId, album: given.album, artists: [given.artist], count: TRACKS });
  const approved = await request(ada, given.album);
  await interruptedAfter(givingWork, () => approve(approved));
  const ofCoded = await idsOf(ada, `/album-tracks?filter[album]=${coded.album}&page[size]=100`);
  return {
    ada,
    records: {
      albums: [release.album, empty.album, coded.album, ...others.slice(0, 2)],
      tracks: [track],
      'album-tracks': [
        ...(await idsOf(ada, `/album-tracks?filter[album]=${release.album}`)),
        ...ofCoded.slice(0, 1),
      ],
      'track-artists': await idsOf(ada, `/track-artists?filter[track]=${track}`),
      'album-artists': await idsOf(ada, `/album-artists?filter[album]=${empty.album}`),
      artists: [release.artist, ...artists.slice(0, 1)],
      'distribution-requests': [requested.body.data.id],
      ...reference,
    },
  };
}
