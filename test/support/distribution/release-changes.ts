/** What owners can change of a release that stores get, by the words for it. The release has two tracks. */
import type { Person } from '../calls.ts';
import { ask, create, newTrack, type Release } from './release.ts';

interface Changed extends Release {
  /** The second track, which is the first one of the list. */
  readonly track: string;
}

const patch = (owner: Person, type: string, id: string, members: object) =>
  ask(owner, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, ...members } });

const one = (type: string, id: string) => ({ data: { type, id } });

/** @returns the id of the first record of a type that a filter finds. */
const firstOf = async (owner: Person, path: string): Promise<string> =>
  (await ask(owner, 200, 'GET', path)).body.data[0].id;

export const releaseChanges: readonly (readonly [
  what: string,
  change: (owner: Person, changed: Changed) => Promise<unknown>,
])[] = [
  ['Album: title', (owner, { album }) => patch(owner, 'albums', album, { attributes: { title: 'Another' } })],
  [
    'Album: cover',
    (owner, { album }) =>
      patch(owner, 'albums', album, { attributes: { artwork: 'https://files.example/other.jpg' } }),
  ],
  [
    'Album: primary genre',
    (owner, { album }) =>
      patch(owner, 'albums', album, { relationships: { 'primary-genre': one('genres', '2') } }),
  ],
  [
    'Album: artists',
    async (owner, { album, artist }) =>
      create(owner, 'album-artists', {
        relationships: {
          album: one('albums', album),
          artist: one('artists', artist),
          'artist-role': one('artist-roles', '4'),
        },
      }),
  ],
  [
    'Album: artists',
    async (owner, { album }) => {
      const id = await firstOf(owner, `/album-artists?filter[album]=${album}`);
      await patch(owner, 'album-artists', id, { attributes: { order: 7 } });
    },
  ],
  [
    'Track "So Where": title',
    (owner, { track }) => patch(owner, 'tracks', track, { attributes: { title: 'Other song' } }),
  ],
  [
    'Track "So Where": audio',
    (owner, { track }) =>
      patch(owner, 'tracks', track, {
        attributes: { 'full-audiofile-url': 'https://files.example/other.wav' },
      }),
  ],
  [
    'Track "So Where": lyrics',
    (owner, { track }) => patch(owner, 'tracks', track, { attributes: { lyrics: 'La la.' } }),
  ],
  [
    'Track "So Where": credits',
    (owner, { track }) =>
      patch(owner, 'tracks', track, {
        attributes: { 'extended-credits': [{ role: 'mixing_engineer', name: 'Bo' }] },
      }),
  ],
  [
    'Track "So Where": artists',
    (owner, { track, artist }) =>
      create(owner, 'track-artists', {
        relationships: {
          track: one('tracks', track),
          artist: one('artists', artist),
          'artist-role': one('artist-roles', '4'),
        },
      }),
  ],
  [
    'Track "So Where": artists',
    async (owner, { track, artist }) => {
      const link = await create(owner, 'track-artists', {
        relationships: {
          track: one('tracks', track),
          artist: one('artists', artist),
          'artist-role': one('artist-roles', '5'),
        },
      });
      await ask(owner, 204, 'DELETE', `/track-artists/${link}`);
    },
  ],
  [
    'Track "So Where": masters',
    (owner, { track }) =>
      create(owner, 'track-assets', {
        attributes: { 'asset-type': 'dolby_atmos', url: 'https://files.example/atmos.wav' },
        relationships: { track: one('tracks', track) },
      }),
  ],
  [
    'Track "So Where": order',
    async (owner, { album }) => {
      const id = await firstOf(owner, `/album-tracks?filter[album]=${album}&filter[order]=1`);
      await patch(owner, 'album-tracks', id, { attributes: { order: 9 } });
    },
  ],
  ['Track "Third": added', (owner, { album }) => newTrack(owner, album, { title: 'Third', order: 3 })],
  [
    'Artist "Release Artist": renamed to "Renamed Artist"',
    async (owner, { artist }) => {
      await patch(owner, 'artists', artist, { attributes: { name: 'Renamed Artist' } });
      await patch(owner, 'artists', artist, { attributes: { name: 'Release Artist' } });
    },
  ],
  [
    'Artist "Release Artist": ISNI',
    async (owner, { artist }) => {
      await patch(owner, 'artists', artist, { attributes: { isni: '000000012146438X' } });
      await patch(owner, 'artists', artist, { attributes: { isni: null } });
    },
  ],
  [
    'Label "Release Records": renamed to "Renamed Records"',
    async (owner, { album }) => {
      const { data } = (await ask(owner, 200, 'GET', `/albums/${album}/relationships/label`)).body;
      await patch(owner, 'labels', data.id, { attributes: { name: 'Renamed Records' } });
      await patch(owner, 'labels', data.id, { attributes: { name: 'Release Records' } });
    },
  ],
];
