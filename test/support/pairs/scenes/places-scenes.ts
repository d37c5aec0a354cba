/** Small catalogues in which tracks get and lose places, artists and masters, and songs become videos. */
import type { Person } from '../../calls.ts';
import { albumAttributes, one } from '../../catalogue-calls.ts';
import { create, newTrack } from '../../distribution/release.ts';
import type { Cast } from '../cast.ts';
import { placeVariants } from '../place-variants.ts';
import { idsOf, reference } from './small-catalogue.ts';

const newAlbum = (ada: Person) => create(ada, 'albums', { attributes: albumAttributes });

const place = (ada: Person, album: string, track: string, order: number) =>
  create(ada, 'album-tracks', {
    attributes: { order },
    relationships: { album: one('albums', album), track: one('tracks', track) },
  });

const named = (ada: Person, type: 'artists' | 'labels', name: string) =>
  create(ada, type, { attributes: { name } });

const placesOf = (ada: Person, track: string) => idsOf(ada, `/album-tracks?filter[track]=${track}`);

/**
 * The first track is a song on the third and the second album, without a code and artists; the second one is on the second
 * album. The first album is the oldest, and empty, as is the fourth. Nothing links to the artists and labels.
 */
export async function placesScene(person: Promise<Person>): Promise<Cast> {
  const ada = await person;
  const oldest = await newAlbum(ada);
  const older = await newAlbum(ada);
  const newer = await newAlbum(ada);
  const track = await newTrack(ada, older, { 'isrc-code': null });
  await place(ada, newer, track, 4);
  const second = await newTrack(ada, newer, { order: 2 });
  return {
    ada,
    records: {
      albums: [oldest, newer, older, await newAlbum(ada)],
      tracks: [track, second],
      'album-tracks': await placesOf(ada, track),
      artists: [await named(ada, 'artists', 'One'), await named(ada, 'artists', 'Two')],
      labels: [await named(ada, 'labels', 'One'), await named(ada, 'labels', 'Two')],
      ...reference,
    },
    more: placeVariants,
  };
}

/**
 * The first track is a video with two artists and without a master, on the first and the second album, which have no other
 * track. The second track is a video with a master. The third album is empty.
 */
export async function videosScene(person: Promise<Person>): Promise<Cast> {
  const ada = await person;
  const album = await newAlbum(ada);
  const other = await newAlbum(ada);
  const empty = await newAlbum(ada);
  const video = { 'is-video': true, 'full-audiofile-url': null };
  const track = await newTrack(ada, album, video);
  await place(ada, other, track, 1);
  const second = await newTrack(ada, await newAlbum(ada), video);
  const asset = await create(ada, 'track-assets', {
    attributes: { 'asset-type': 'video', url: 'https://127.0.0.1:9/master.mov' },
    relationships: { track: one('tracks', second) },
  });
  const artists = [await named(ada, 'artists', 'One'), await named(ada, 'artists', 'Two')];
  for (const artist of artists)
    await create(ada, 'track-artists', {
      attributes: {},
      relationships: {
        ...{ track: one('tracks', track), artist: one('artists', artist) },
        'artist-role': one('artist-roles', '1'),
      },
    });
  return {
    ada,
    records: {
      ...{ albums: [album, other, empty], tracks: [track, second], 'track-assets': [asset], artists },
      'album-tracks': await placesOf(ada, track),
      'track-artists': await idsOf(ada, `/track-artists?filter[track]=${track}`),
      ...reference,
    },
    more: placeVariants,
  };
}
