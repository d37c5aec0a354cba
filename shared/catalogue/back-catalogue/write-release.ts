/**
 * Creates what the catalogue lacks of a release, as requests of its owner would. What exists is not changed,
 * so an import can be interrupted anywhere, repeated, and run concurrently with another.
 */

import { ownerOf } from '../../kit/crud/context.ts';
import { type Creation, createOnce, type RequestedCreation } from '../../kit/crud/write/create.ts';
import type { WriteContext } from '../../kit/crud/write/hooks.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import { once, retried } from '../../kit/records/decided.ts';
import { guardedLinkings, linkedRecords } from '../../kit/records/linked-records.ts';
import { changeRecord } from '../../kit/records/store.ts';
import { TableThrottled } from '../../kit/table/client.ts';
import { comparable } from '../../kit/values/comparable.ts';
import { isProblem, problem } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import { albumDsps } from '../api/album-dsps.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import { artists } from '../api/artists.ts';
import { albumArtists, trackArtists } from '../api/credited-artists.ts';
import { labels } from '../api/labels.ts';
import { trackAssets } from '../api/track-assets.ts';
import { tracks } from '../api/tracks.ts';
import { isMainArtist } from '../contents/track-contents.ts';
import { lacksIn, withLacks } from '../rules/track-lacks.ts';
import { assuming, creditedWith, roomForArtists } from './credited-artists.ts';
import {
  albumDocument,
  artistDocument,
  dspDocument,
  masterDocument,
  nameDocument,
  placeDocument,
  trackDocument,
} from './documents.ts';
import { albumOfUpc, tracksPresent } from './present-release.ts';
import {
  type ArtistIdentifiers,
  placeOf,
  type Release,
  type ReleaseArtist,
  type ReleaseTrack,
  upcOf,
} from './release-form.ts';

/** Albums that are written concurrently, and other imports, write to the same labels and artists. */
const create = (context: WriteContext, resource: Resource, created: RequestedCreation): Promise<Creation> =>
  retried(() => once(context, (deciding) => createOnce(deciding, resource, created)).catch(againIfThrottled));

function againIfThrottled(error: unknown): 'again' {
  if (error instanceof TableThrottled) return 'again';
  throw error;
}

/** @returns undefined if another record already has a value that must be unique. */
const createUnlessTaken = (context: WriteContext, resource: Resource, created: RequestedCreation) =>
  create(context, resource, created).catch((error: unknown) => {
    if (TAKEN.some((code) => isProblem(error, code))) return undefined;
    throw error;
  });

const TAKEN = ['value_taken', 'track_asset_exists', 'album_dsp_exists'] as const;

/** The ids of labels and artists by name, which are created on first use. */
export class NamedRecords {
  readonly #context: WriteContext;
  readonly #ids = new Map<string, Promise<string>>();

  constructor(context: WriteContext) {
    this.#context = context;
  }

  idOf(resource: typeof labels | typeof artists, name: string): Promise<string> {
    const key = `${resource.type} ${comparable(name)}`;
    const id =
      this.#ids.get(key) ??
      create(this.#context, resource, { document: nameDocument(name) }).then(({ record }) => record.id);
    this.#ids.set(key, id);
    return id;
  }

  artist(name: string): Promise<string> {
    return this.idOf(artists, name);
  }

  /** Gives artists the codes that they lack. */
  async identify(all: readonly ArtistIdentifiers[]): Promise<void> {
    for (const { name, isni, ipi } of all)
      await changeRecord(this.#context, { resource: artists, id: await this.artist(name) }, ({ fields }) => {
        const lacking = { ...(fields.isni === null && { isni }), ...(fields.ipi === null && { ipi }) };
        return Object.values(lacking).some((code) => code !== null) ? { fields: lacking } : undefined;
      });
  }

  async artists(some: readonly ReleaseArtist[]): Promise<(ReleaseArtist & { readonly id: string })[]> {
    const artists: (ReleaseArtist & { readonly id: string })[] = [];
    for (const each of some) artists.push({ ...each, id: await this.artist(each.name) });
    return artists;
  }
}

/** Whether this import has created a record, or has found it. */
export type ImportedState = 'new' | 'there';

const ensured = (isNew: boolean): ImportedState => (isNew ? 'new' : 'there');

/** @throws Problems, such as an album of another owner with the same UPC. */
export async function ensureAlbum(
  context: WriteContext,
  release: Release,
  names: NamedRecords,
): Promise<{ readonly album: Album; readonly found: ImportedState }> {
  const ownerId = ownerOf(context, albums);
  const owned = async () => {
    const album = await albumOfUpc(context, upcOf(release));
    if (album && album.ownerId !== ownerId)
      throw problem('value_taken', `An album of another account has the UPC ${upcOf(release)}.`);
    return album;
  };
  const present = await owned();
  if (present) return { album: present, found: 'there' };
  const label = release.label === null ? null : await names.idOf(labels, release.label);
  const credited = await names.artists(release.artists);
  const creation = await createUnlessTaken(context, albums, {
    document: albumDocument(release, label),
    find: assuming(context),
    complete: (draft) =>
      creditedWith(context, draft, { type: 'albums', artists: credited.slice(0, roomForArtists()) }),
  });
  const album = await owned();
  if (!album)
    throw problem('table_throttled', `The album ${upcOf(release)} was deleted in the meantime. Try again.`);
  return { album, found: ensured(creation !== undefined) };
}

/** Completes an album with its artists, its DSPs and its tracks. @returns which tracks it has created. */
export async function ensureContents(
  context: WriteContext,
  { release, album }: { release: Release; album: Album },
  names: NamedRecords,
): Promise<ImportedState[]> {
  await names.identify(release.identifiers);
  await ensureArtists(context, { subject: album, artists: release.artists }, names);
  for (const dsp of release.dsps.filter((id) => !album.fields.dsps.includes(id)))
    await createUnlessTaken(context, albumDsps, { document: dspDocument(album.id, dsp) });
  const present = await tracksPresent(context, album);
  const found: ImportedState[] = [];
  for (const track of release.tracks) {
    const same = present.like(track, release);
    const there = same
      ? { ...same, isNew: false }
      : await createTrack(context, { track, release, album }, names);
    await ensureTrack(context, { track, there }, names);
    found.push(ensured(there.isNew));
  }
  return found;
}

type Placed = Pick<Creation, 'isNew'> & { readonly id: string; readonly ownerId: string };

async function createTrack(
  context: WriteContext,
  { track, release, album }: { track: ReleaseTrack; release: Release; album: Album },
  names: NamedRecords,
): Promise<Placed> {
  const linked = [...track.direct, ...track.credits.flatMap(({ artist }) => artist ?? [])];
  const ids = new Map<string, string>();
  for (const name of linked) ids.set(name, await names.artist(name));
  const credited = await names.artists(track.artists);
  const { disc } = track;
  const creation = await createUnlessTaken(context, tracks, {
    document: trackDocument(track, album.id, (name) =>
      required(ids.get(name), 'Every linked artist has an id.'),
    ),
    find: assuming(context),
    async complete(draft) {
      const placed = draft.links['albums']?.fields?.(album.id);
      const together = credited.slice(0, roomForArtists(track));
      return {
        ...(await creditedWith(context, draft, { type: 'tracks', artists: together })),
        // A request puts a new track on disc 1.
        fields: { disc },
        links: { albums: { fields: () => ({ ...placed, disc, lacks: withArtists(placed, together) }) } },
      };
    },
  });
  if (creation) return { ...creation.record, isNew: true };
  const there = (await tracksPresent(context, album)).like(track, release);
  if (there) return { ...there, isNew: false };
  const place = `track ${track.order} on disc ${disc}`;
  throw problem('value_taken', `Another track is ${place} of the album ${album.fields.title}.`);
}

/** What a new track lacks that is created with artists. */
const withArtists = (placed: Parameters<typeof lacksIn>[0], artists: readonly ReleaseArtist[]) =>
  withLacks(lacksIn(placed), { main_artist: !artists.some(({ role }) => isMainArtist(role)) });

async function ensureTrack(
  context: WriteContext,
  { track, there }: { track: ReleaseTrack; there: Placed },
  names: NamedRecords,
): Promise<void> {
  const { id, ownerId, isNew } = there;
  const subject = { type: tracks.type, id, ownerId } as const;
  if (!isNew || track.artists.length > roomForArtists(track))
    await ensureArtists(context, { subject, artists: track.artists }, names);
  if (track.masters.length === 0) return;
  const present = isNew
    ? []
    : (await linkedRecords(context, subject, { resource: trackAssets, by: 'track' })).records;
  for (const master of track.masters)
    if (!present.some(({ fields }) => fields['asset-type'] === master.type))
      await createUnlessTaken(context, trackAssets, { document: masterDocument(master, id) });
}

interface Credited {
  readonly subject: { readonly type: 'albums' | 'tracks'; readonly id: string; readonly ownerId: string };
  readonly artists: readonly ReleaseArtist[];
}

async function ensureArtists(
  context: WriteContext,
  { subject, artists: all }: Credited,
  names: NamedRecords,
): Promise<void> {
  const [resource, by] =
    subject.type === 'albums' ? ([albumArtists, 'album'] as const) : ([trackArtists, 'track'] as const);
  const { linkings } = await guardedLinkings(context, subject, { resource, by });
  const slots = new Set(linkings.map(({ slot }) => slot));
  for (const each of await names.artists(all)) {
    if (slots.has(`${each.id}+${each.role}`)) continue;
    const document = artistDocument(each, subject, each.id);
    await createUnlessTaken(context, resource, { document });
  }
}

/**
 * Puts tracks of other releases on an album. All releases exist by now.
 * @returns which places it has created. @throws Problems
 */
export async function ensureShared(context: WriteContext, release: Release): Promise<ImportedState[]> {
  if (release.shared.length === 0) return [];
  const found: ImportedState[] = [];
  const album = await albumOfUpc(context, upcOf(release));
  const present = await tracksPresent(context, album);
  for (const { of, ...place } of release.shared) {
    const source = await tracksPresent(context, await albumOfUpc(context, of.upc));
    const track = source.at(placeOf(of));
    if (!album || track?.ownerId !== ownerOf(context, tracks))
      throw problem('unknown_record', `There is no track ${of.order} on disc ${of.disc} of ${of.upc}.`);
    const isThere = present.at(placeOf(place))?.id === track.id;
    const document = placeDocument(place, album.id, track.id);
    const creation = isThere ? undefined : await createUnlessTaken(context, albumTracks, { document });
    found.push(ensured(creation !== undefined));
  }
  return found;
}
