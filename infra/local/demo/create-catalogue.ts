/** Creates the demo catalogue through the API. Records from an interrupted start are reused unchanged. */
import { type DemoAlbum, type DemoTrack, demoAlbums, demoArtists, demoLabels } from './catalogue.ts';
import type { DemoApi, DemoRecord, NewRecord } from './demo-api.ts';

/** Ids by name; those of roles by key. */
interface Names {
  readonly labels: ReadonlyMap<string, string>;
  readonly artists: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
}

const DAY_MS = 86_400_000;

/** @returns the albums, by UPC. */
export async function createCatalogue(api: DemoApi, now: Date): Promise<ReadonlyMap<string, DemoRecord>> {
  const roles = await api.list('/artist-roles');
  const names: Names = {
    labels: await idsByName(api, 'labels', demoLabels),
    artists: await idsByName(api, 'artists', demoArtists),
    roles: new Map(roles.map(({ id, attributes }) => [String(attributes['key']), id])),
  };
  const albums = new Map<string, DemoRecord>();
  for (const album of demoAlbums) {
    const releaseDate = new Date(now.getTime() + album.releasedInDays * DAY_MS).toISOString().slice(0, 10);
    const made = await albumOf(api, { ...album, releaseDate }, names);
    albums.set(album.upc, made);
    for (const [index, track] of album.tracks.entries()) {
      const trackId = await trackOf(api, { album, albumId: made.id, track, order: index + 1 });
      await creditArtists(api, { album, trackId, track }, names);
    }
  }
  return albums;
}

/** A label or an artist whose name exists is returned, not created again. */
async function idsByName(
  api: DemoApi,
  type: 'labels' | 'artists',
  all: readonly { readonly name: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const attributes of all) ids.set(attributes.name, (await api.create({ type, attributes })).id);
  return ids;
}

/** An existing album keeps its release date. */
async function albumOf(api: DemoApi, album: DatedAlbum, names: Names): Promise<DemoRecord> {
  const [existing] = await api.list(`/albums?filter[upc-code]=${album.upc}`);
  const made = existing ?? (await api.create(newAlbum(album, names)));
  const { id } = made;
  if ((await api.list(`/album-artists?filter[album]=${id}`)).length === 0) {
    const linked = { album: { type: 'albums', ids: id }, ...inRole('main_artist', album.artist, names) };
    await api.create({ type: 'album-artists', attributes: { order: 1 }, linked });
  }
  return made;
}

type DatedAlbum = DemoAlbum & { readonly releaseDate: string };

const newAlbum = (album: DatedAlbum, { labels }: Names): NewRecord => ({
  type: 'albums',
  attributes: {
    title: album.title,
    release_date: album.releaseDate,
    'is-explicit': false,
    'rights-owner-year': 2026,
    'rights-owner-name': album.label,
    artwork: `https://files.example/artwork/${album.upc}.jpg`,
    'upc-code': album.upc,
    format: album.format,
  },
  linked: { label: { type: 'labels', ids: labels.get(album.label) ?? '' }, ...classified(album) },
});

const classified = ({ genreId, languageId }: DemoAlbum): NonNullable<NewRecord['linked']> => ({
  'primary-genre': { type: 'genres', ids: genreId },
  language: { type: 'languages', ids: languageId },
});

const inRole = (role: string, artist: string, { artists, roles }: Names) => ({
  artist: { type: 'artists', ids: artists.get(artist) ?? '' },
  'artist-role': { type: 'artist-roles', ids: roles.get(role) ?? '' },
});

async function trackOf(
  api: DemoApi,
  place: { album: DemoAlbum; albumId: string; track: DemoTrack; order: number },
): Promise<string> {
  const { album, albumId, track, order } = place;
  const [existing] = await api.list(`/tracks?filter[album]=${albumId}&filter[order]=${order}`);
  if (existing) return existing.id;
  const { title, isrc, length, isVideo = false, credits } = track;
  const file = `https://files.example/audio/${album.upc}-${order}.wav`;
  const made = await api.create({
    type: 'tracks',
    attributes: {
      title,
      'isrc-code': isrc,
      length,
      order,
      'is-explicit': false,
      'is-video': isVideo,
      'rights-owner-year': 2026,
      'rights-owner-name': album.label,
      'extended-credits': credits,
      ...(!isVideo && { 'full-audiofile-url': file }),
    },
    linked: { albums: { type: 'albums', ids: [albumId] }, ...classified(album) },
  });
  return made.id;
}

async function creditArtists(
  api: DemoApi,
  { album, trackId, track }: { album: DemoAlbum; trackId: string; track: DemoTrack },
  names: Names,
): Promise<void> {
  const wanted = [
    ['main_artist', album.artist],
    ['composer', track.composer],
    ...(track.featuring ? [['featuring', track.featuring]] : []),
  ];
  const present = await api.list(`/track-artists?filter[track]=${trackId}`);
  for (const [index, [role = '', artist = '']] of wanted.entries()) {
    if (index < present.length) continue;
    const linked = { track: { type: 'tracks', ids: trackId }, ...inRole(role, artist, names) };
    await api.create({ type: 'track-artists', attributes: { order: index + 1 }, linked });
  }
}
