/** A small release for each round of a pair, made by HTTP. */
import type { Client } from '../client.ts';
import { linked } from '../soak.ts';

const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Soak Pairs' };
const classified = { 'primary-genre': linked('genres', '1'), language: linked('languages', '118') };
const MAIN = { 'artist-role': linked('artist-roles', '1') };

/** Records by what they are in the release. */
export interface PairRelease {
  readonly album: string;
  /** Another album of the owner, without tracks. */
  readonly other: string;
  readonly label: string;
  readonly artist: string;
  readonly tracks: readonly [string, string];
  /** The main artist of the album, and the place of the second track on it. */
  readonly albumArtist: string;
  readonly trackArtist: string;
  readonly place: string;
  /** A request of the album; empty if there is none. */
  readonly request: string;
}

let made = 0;

/** @param isRequested whether the album has a request, which is preapproved or pending. */
export async function newPairRelease(client: Client, isRequested: boolean): Promise<PairRelease> {
  const name = `Pair ${process.pid} ${++made}`;
  const label = await make(client, 'labels', { name });
  const artist = await make(client, 'artists', { name });
  const albumOf = (title: string) =>
    make(
      client,
      'albums',
      { title, release_date: '2026-11-30', artwork: 'https://files.example/a.jpg', ...rights },
      { label: linked('labels', label), ...classified },
    );
  const album = await albumOf(name);
  const other = await albumOf(`${name}, the other`);
  const main = { artist: linked('artists', artist), ...MAIN };
  const albumArtist = await make(client, 'album-artists', {}, { album: linked('albums', album), ...main });
  const trackOf = async (order: number) => {
    const id = await make(
      client,
      'tracks',
      { title: `Track ${order}`, order, 'full-audiofile-url': 'https://files.example/1.wav', ...rights },
      { albums: { data: [{ type: 'albums', id: album }] }, ...classified },
    );
    return {
      id,
      trackArtist: await make(client, 'track-artists', {}, { track: linked('tracks', id), ...main }),
    };
  };
  const first = await trackOf(1);
  const second = await trackOf(2);
  await make(client, 'album-dsps', {}, { album: linked('albums', album), dsp: linked('dsps', '1') });
  const { body } = await client.get(`/album-tracks?filter[track]=${second.id}`);
  const request = isRequested
    ? await make(
        client,
        'distribution-requests',
        { 'request-type': 'delivery' },
        { album: linked('albums', album) },
      )
    : '';
  return {
    ...{ album, other, label, artist, albumArtist, request },
    tracks: [first.id, second.id],
    trackArtist: second.trackArtist,
    place: String(body.data[0].id),
  };
}

async function make(
  client: Client,
  type: string,
  attributes: object,
  relationships: object = {},
): Promise<string> {
  const { status, body } = await client.ask({
    method: 'POST',
    path: `/${type}`,
    body: { data: { type, attributes, relationships } },
  });
  if (status !== 201) throw new Error(`POST /${type} for a pair: ${status} ${JSON.stringify(body)}`);
  return String(body.data.id);
}

/** What a pair leaves behind, without ids and times. */
export async function stateOf(
  client: Client,
  { album, other, label, artist, tracks }: PairRelease,
): Promise<string> {
  const paths = [`/albums/${album}`, `/albums/${other}`, `/labels/${label}`, `/artists/${artist}`];
  const records = await Promise.all(
    [...paths, ...tracks.map((id) => `/tracks/${id}`)].map((path) => client.get(path)),
  );
  const lists = ['album-tracks', 'album-artists', 'album-dsps', 'distribution-requests'];
  const counts = await Promise.all(
    lists.map(async (type) => {
      const { body } = await client.get(`/${type}?filter[album]=${album}`);
      return `${type} ${(body.data ?? []).map((each: Listed) => each.attributes?.status ?? '').sort()}`;
    }),
  );
  const shown = records.map(({ status, body }) => {
    const { title, name, order, 'last-status': last, 'qa-status': qa } = body.data?.attributes ?? {};
    return [status, name === undefined ? title?.replace(/\d+/g, '') : '', order, last, qa].join(' ');
  });
  return [...shown, ...counts].join('; ');
}

interface Listed {
  readonly attributes?: { readonly status?: string };
}
