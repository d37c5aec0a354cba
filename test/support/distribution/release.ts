/** A complete release, ready to be distributed. */
import { service } from '../../table/conformance/service.ts';
import type { CallResponse, Person } from '../calls.ts';
import { saveRelease } from '../catalogue/save-release.ts';
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
  const artist = 'Release Artist';
  const made = await saveRelease(person, {
    label: 'Release Records',
    artists: [artist],
    fields: {
      ...rights,
      title: 'Release',
      release_date: '2027-01-01',
      artwork: 'https://files.example/cover.jpg',
      'upc-code': newUpc(),
      'primary-genre': '1',
      language: '118',
      dsps: [...dsps],
      ...album,
    },
    tracks: Array.from({ length: tracks }, (_, number) => ({
      fields: {
        ...trackAttributes,
        order: number + 1,
        'isrc-code': `DEAB126${String(number + 1).padStart(5, '0')}`,
        'primary-genre': '1',
        language: '118',
        ...track,
      },
      artists: [artist],
    })),
  });
  return { album: made.album, tracks: made.tracks, artist: made.artists.get(artist) ?? '' };
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
