/** A complete release, ready to be distributed, made through the API. */
import { service } from '../../table/conformance/service.ts';
import type { CallResponse, Person } from '../calls.ts';
import { newUpc, trackAttributes } from '../examples.ts';

const one = (type: string, id: string) => ({ data: { type, id } });
const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Blue Room' };

/** @param status what the response must have. */
export async function ask(
  person: Person,
  status: number,
  method: string,
  path: string,
  body?: object,
): Promise<CallResponse> {
  const type = path.split(/[/?]/)[1] ?? '';
  const group = service.resources.find((each) => each.type === type)?.group ?? '';
  return service.ask({ group }, status, { method, path, token: person.token, ...(body && { body }) });
}

/** @returns the id of the new record. */
export async function create(
  person: Person,
  type: string,
  members: { attributes?: object; relationships?: object },
): Promise<string> {
  return (await ask(person, 201, 'POST', `/${type}`, { data: { type, ...members } })).body.data.id;
}

export interface Release {
  readonly album: string;
  readonly tracks: readonly string[];
  readonly artist: string;
}

/** @param options what differs from two songs on DSPs 1 and 4; `track` has attributes of every track. */
export async function newRelease(
  person: Person,
  {
    tracks = 2,
    dsps = ['1', '4'],
    track = {},
    ...album
  }: { tracks?: number; dsps?: readonly string[]; track?: object } & Readonly<Record<string, unknown>> = {},
): Promise<Release> {
  const label = await create(person, 'labels', { attributes: { name: 'Release Records' } });
  const artist = await create(person, 'artists', { attributes: { name: 'Release Artist' } });
  const id = await create(person, 'albums', {
    attributes: {
      ...rights,
      title: 'Release',
      release_date: '2027-01-01',
      artwork: 'https://files.example/cover.jpg',
      'upc-code': newUpc(),
      ...album,
    },
    relationships: {
      label: one('labels', label),
      'primary-genre': one('genres', '1'),
      language: one('languages', '118'),
    },
  });
  const main = { artist: one('artists', artist), 'artist-role': one('artist-roles', '1') };
  await create(person, 'album-artists', { relationships: { album: one('albums', id), ...main } });
  const ids: string[] = [];
  for (let order = 1; order <= tracks; order++) {
    const trackId = await newTrack(person, id, { order, ...track });
    await create(person, 'track-artists', { relationships: { track: one('tracks', trackId), ...main } });
    ids.push(trackId);
  }
  for (const dsp of dsps) await assignDsp(person, id, dsp);
  return { album: id, tracks: ids, artist };
}

export const newTrack = (person: Person, album: string, attributes: object): Promise<string> =>
  create(person, 'tracks', {
    attributes: { ...trackAttributes, ...attributes },
    relationships: {
      albums: { data: [{ type: 'albums', id: album }] },
      'primary-genre': one('genres', '1'),
      language: one('languages', '118'),
    },
  });

export const assignDsp = (person: Person, album: string, dsp: string): Promise<string> =>
  create(person, 'album-dsps', { relationships: { album: one('albums', album), dsp: one('dsps', dsp) } });

/** The document of a distribution request. */
export const requestFor = (album: string, type = 'delivery', relationships: object = {}) => ({
  data: {
    type: 'distribution-requests',
    attributes: { 'request-type': type },
    relationships: { album: one('albums', album), ...relationships },
  },
});

/** @returns the id of the new request. */
export const request = async (person: Person, album: string, type = 'delivery'): Promise<string> =>
  (await ask(person, 201, 'POST', '/distribution-requests', requestFor(album, type))).body.data.id;
