/** Three albums with their tracks, artists, labels and masters. */
import type { Person } from '../../calls.ts';
import { ask, create, newRelease, newTrack } from '../../distribution/release.ts';
import type { Cast } from '../cast.ts';

const one = (type: string, id: string) => ({ data: { type, id } });

export const idsOf = async (ada: Person, path: string): Promise<string[]> =>
  (await ask(ada, 200, 'GET', path)).body.data.map(({ id }: { id: string }) => id);

const add = (ada: Person, path: string, { data }: { readonly data: object }) =>
  ask(ada, 200, 'POST', path, { data: [data] });

/** The first album has two tracks, of which the second is also on the second album; the third has a single one. */
export async function catalogue(ada: Person): Promise<Cast['records']> {
  const more = { artwork: 'https://127.0.0.1:9/cover.jpg' };
  const first = await newRelease(ada, more);
  const second = await newRelease(ada, { ...more, tracks: 1, track: { 'isrc-code': 'DEAB12600009' } });
  const single = await newRelease(ada, {
    ...more,
    tracks: 1,
    'upc-code': null,
    track: { 'isrc-code': null },
  });
  const [track = '', shared = ''] = first.tracks;
  await create(ada, 'album-tracks', {
    attributes: { order: 5 },
    relationships: { album: one('albums', second.album), track: one('tracks', shared) },
  });
  const spare = await newTrack(ada, second.album, { order: 6 });
  const master = { 'asset-type': 'dolby_atmos', url: 'https://127.0.0.1:9/master.wav' };
  const asset = await create(ada, 'track-assets', {
    attributes: master,
    relationships: { track: one('tracks', track) },
  });
  const otherArtist = await create(ada, 'artists', { attributes: { name: 'Other Artist' } });
  const otherLabel = await create(ada, 'labels', { attributes: { name: 'Other Label' } });
  const profile = await create(ada, 'artist-dsp-availabilities', {
    attributes: { 'external-artist-id': 'NEW' },
    relationships: { artist: one('artists', first.artist), dsp: one('dsps', '1') },
  });
  for (const country of ['276', '250'])
    await add(ada, `/albums/${first.album}/relationships/countries`, one('countries', country));
  await add(ada, `/tracks/${track}/relationships/artists`, one('artists', first.artist));
  const [label = ''] = (await idsOf(ada, '/labels')).filter((id) => id !== otherLabel);
  const [single1 = ''] = single.tracks;
  return {
    albums: [first.album, second.album, single.album],
    tracks: [track, shared, single1, ...second.tracks, spare],
    'album-tracks': await idsOf(ada, `/album-tracks?filter[album]=${first.album}`),
    'album-artists': await idsOf(ada, `/album-artists?filter[album]=${first.album}`),
    'track-artists': [
      ...(await idsOf(ada, `/track-artists?filter[track]=${track}`)),
      ...(await idsOf(ada, `/track-artists?filter[track]=${single1}`)),
    ],
    'album-dsps': await idsOf(ada, `/album-dsps?filter[album]=${first.album}`),
    'track-assets': [asset],
    artists: [first.artist, otherArtist],
    labels: [label, otherLabel],
    'artist-dsp-availabilities': [profile],
    ...reference,
  };
}

export const reference = {
  dsps: ['1', '3'],
  genres: ['1', '2'],
  languages: ['118', '119'],
  countries: ['276', '840'],
  versions: ['1', '2'],
};
