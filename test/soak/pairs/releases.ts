/** A release for each round of a pair, made by HTTP. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, Login } from '../client.ts';
import { linked, type Soak } from '../soak.ts';

const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Soak Pairs' };
const classified = { 'primary-genre': linked('genres', '1'), language: linked('languages', '118') };
const MAIN = { 'artist-role': linked('artist-roles', '1') };
const FEATURED = { 'artist-role': linked('artist-roles', '2') };

export interface ReleaseOfPair {
  readonly isRequested?: boolean;
  /** Whether an operator has rejected the request. */
  readonly isRejected?: boolean;
  /** Two by default. */
  readonly tracks?: number;
  /** Artists of the first track and of the album, beside the main artist. */
  readonly artists?: number;
  readonly albumArtists?: number;
  readonly hasReport?: boolean;
}

/** Records by what they are in the release. */
export interface PairRelease {
  readonly name: string;
  readonly login: Login;
  readonly album: string;
  /** Another album of the owner, without tracks. */
  readonly other: string;
  readonly label: string;
  readonly artist: string;
  /** The first two. */
  readonly tracks: readonly [string, string];
  /** The main artist of the album, and the place of the second track on it. */
  readonly albumArtist: string;
  readonly trackArtist: string;
  readonly place: string;
  /** A request of the album; empty if there is none. */
  readonly request: string;
  /** The path of a report; empty if there is none. */
  readonly report: string;
}

let made = 0;

export async function newPairRelease(
  soak: Soak,
  client: Client,
  { isRequested, isRejected, tracks = 2, artists = 0, albumArtists = 0, hasReport }: ReleaseOfPair,
): Promise<PairRelease> {
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
  const all: Awaited<ReturnType<typeof trackOf>>[] = [];
  for (let order = 1; order <= tracks; order++) all.push(await trackOf(order));
  const [first, second] = all;
  await feature(client, {
    type: 'track-artists',
    of: { track: linked('tracks', first?.id ?? '') },
    count: artists,
  });
  await feature(client, {
    type: 'album-artists',
    of: { album: linked('albums', album) },
    count: albumArtists,
  });
  await make(client, 'album-dsps', {}, { album: linked('albums', album), dsp: linked('dsps', '1') });
  const place = second && (await client.get(`/album-tracks?filter[track]=${second.id}`));
  const request = isRequested
    ? await make(
        client,
        'distribution-requests',
        { 'request-type': 'delivery' },
        { album: linked('albums', album) },
      )
    : '';
  if (isRejected) await soak.operator.must(['reject-request', request, '--reason', 'No.']);
  return {
    ...{ name, login: client.login, album, other, label, artist, albumArtist, request },
    tracks: [first?.id ?? '', second?.id ?? ''],
    trackArtist: second?.trackArtist ?? '',
    place: String(place?.body.data[0].id),
    report: hasReport ? writeReport(soak, name) : '',
  };
}

/** Lines that no two reports share. */
function writeReport({ folder }: Soak, name: string): string {
  const path = join(folder, `${name}.csv`);
  const lines = [
    'date,dsp_id,country,isrc,plays,revenue,currency',
    `2026-10-01,1,US,ZZZZZ2600001,${++made},0.1,EUR`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Of each client, so that rounds use the same. */
const featured = new WeakMap<Client, string[]>();

async function feature(
  client: Client,
  { type, of, count }: { readonly type: string; readonly of: object; readonly count: number },
): Promise<void> {
  const ids = featured.get(client) ?? [];
  featured.set(client, ids);
  while (ids.length < count)
    ids.push(await make(client, 'artists', { name: `Featured ${process.pid} ${++made}` }));
  for (const id of ids.slice(0, count))
    await make(client, type, {}, { ...of, artist: linked('artists', id), ...FEATURED });
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
    [...paths, ...tracks.filter(Boolean).map((id) => `/tracks/${id}`)].map((path) => client.get(path)),
  );
  const lists = ['album-tracks', 'album-artists', 'album-dsps', 'distribution-requests'];
  const counts = await Promise.all(
    lists.map(async (type) => {
      const { body } = await client.get(`/${type}?filter[album]=${album}`);
      return `${type} ${(body.data ?? []).map((each: Listed) => each.attributes?.status ?? '').sort()}`;
    }),
  );
  const credits = await client.get(`/track-artists?filter[track]=${tracks[0]}`);
  const coded = await client.get(`/tracks?filter[album]=${album}&page[size]=100`);
  const codes = (coded.body.data ?? []).filter((each: Listed) => each.attributes?.['isrc-code']).length;
  counts.push(`track-artists ${credits.body.meta?.page?.total ?? 0}`, `codes ${codes}`);
  const shown = records.map(({ status, body }) => {
    const { title, name, order, 'last-status': last, 'qa-status': qa } = body.data?.attributes ?? {};
    return [status, name === undefined ? title?.replace(/\d+/g, '') : '', order, last, qa].join(' ');
  });
  return [...shown, ...counts].join('; ');
}

interface Listed {
  readonly attributes?: { readonly status?: string; readonly 'isrc-code'?: string | null };
}
