/** Creates a generated catalogue through the API, several albums concurrently. */
import type { GeneratedAlbum, GeneratedCatalogue, GeneratedTrack } from './generate.ts';

/** Sends a request as the catalogue's owner. @returns the id of the resource it responds with. */
export type Create = (
  type: string,
  members: { attributes: object; relationships?: object },
) => Promise<string>;

export interface CreatedCatalogue {
  readonly labels: readonly string[];
  readonly artists: readonly string[];
  /** In the order of the generated albums. */
  readonly albums: readonly { readonly id: string; readonly tracks: readonly string[] }[];
}

const CONCURRENT_ALBUMS = 4;

/** Ids of artist roles by key. */
const roles: Readonly<Record<string, string>> = { main_artist: '1', featuring: '2', composer: '4' };
const one = (type: string, id: string) => ({ data: { type, id } });
const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Generated' };

/** @example await createCatalogue(generateCatalogue({ tracks: 100 }), create) */
export async function createCatalogue(
  { labels, artists, albums }: GeneratedCatalogue,
  create: Create,
): Promise<CreatedCatalogue> {
  const named = async (type: string, names: readonly string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const name of names) ids.push(await create(type, { attributes: { name } }));
    return ids;
  };
  const known = { labels: await named('labels', labels), artists: await named('artists', artists) };
  const created: { id: string; tracks: string[] }[] = [];
  for (let start = 0; start < albums.length; start += CONCURRENT_ALBUMS) {
    const some = albums.slice(start, start + CONCURRENT_ALBUMS);
    created.push(...(await Promise.all(some.map((album) => createAlbum(album, known, create)))));
  }
  return { ...known, albums: created };
}

type CreatedLinks = Pick<CreatedCatalogue, 'labels' | 'artists'>;

async function createAlbum(album: GeneratedAlbum, known: CreatedLinks, create: Create) {
  const id = await create('albums', {
    attributes: { ...rights, title: album.title, 'upc-code': album.upc, release_date: album.releaseDate },
    relationships: { label: one('labels', known.labels[album.label] ?? '') },
  });
  const inRole = (artist: number, role: string) => ({
    artist: one('artists', known.artists[artist] ?? ''),
    'artist-role': one('artist-roles', roles[role] ?? ''),
  });
  await create('album-artists', {
    attributes: { order: 1 },
    relationships: { album: one('albums', id), ...inRole(album.artist, 'main_artist') },
  });
  const tracks: string[] = [];
  for (const [index, track] of album.tracks.entries()) {
    const trackId = await create('tracks', newTrack(track, { albumId: id, index, known }));
    tracks.push(trackId);
    for (const [place, { artist, role }] of track.artists.entries())
      await create('track-artists', {
        attributes: { order: place + 1 },
        relationships: { track: one('tracks', trackId), ...inRole(artist, role) },
      });
  }
  return { id, tracks };
}

const newTrack = (
  { title, lyrics, syncedLyrics, titleTranslations, credits }: GeneratedTrack,
  { albumId, index, known }: { albumId: string; index: number; known: CreatedLinks },
) => ({
  attributes: {
    ...rights,
    title,
    order: index + 1,
    lyrics,
    'synced-lyrics': syncedLyrics,
    'title-translations': titleTranslations,
    'full-audiofile-url': `https://files.example/${albumId}/${index + 1}.wav`,
    'extended-credits': credits.map(({ role, name, artist }) => ({
      role,
      name,
      ...(artist !== null && { 'artist-id': Number(known.artists[artist]) }),
    })),
  },
  relationships: {
    albums: { data: [{ type: 'albums', id: albumId }] },
    'primary-genre': one('genres', '1'),
    language: one('languages', '118'),
  },
});
