/** Saves a release in a few transactions, with the rows that requests for its records leave. */
import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { artists } from '../../../shared/catalogue/api/artists.ts';
import { albumArtists, trackArtists } from '../../../shared/catalogue/api/credited-artists.ts';
import { labels } from '../../../shared/catalogue/api/labels.ts';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { notesOfFields } from '../../../shared/catalogue/contents/track-contents.ts';
import { allLacks } from '../../../shared/catalogue/rules/track-lacks.ts';
import { gtinOf } from '../../../shared/catalogue/rules/upc.ts';
import { keyRowOf } from '../../../shared/kit/declare/api.ts';
import type { Fields } from '../../../shared/kit/declare/fields.ts';
import type { Change } from '../../../shared/kit/records/changes.ts';
import { retried } from '../../../shared/kit/records/decided.ts';
import { deciding } from '../../../shared/kit/records/deciding.ts';
import { newRecord, type Store, save, storeOf } from '../../../shared/kit/records/store.ts';
import { findHolder, uniqueValues } from '../../../shared/kit/records/unique-values.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import type { Person } from '../calls.ts';

interface GivenTrack {
  readonly fields: Partial<Fields<typeof tracks>> & { readonly order: number };
  /** Names of the main artists. */
  readonly artists: readonly string[];
}

interface GivenRelease {
  readonly fields: Partial<Fields<typeof albums>>;
  readonly label: string;
  /** Names of the main artists of the album. */
  readonly artists: readonly string[];
  readonly tracks: readonly GivenTrack[];
}

interface SavedRelease {
  readonly album: string;
  /** In the order of the given tracks. */
  readonly tracks: readonly string[];
  /** Ids by name. */
  readonly artists: ReadonlyMap<string, string>;
}

/** Few enough for the rows of all of them, and of what they link to, to fit a transaction. */
const TRACKS_PER_TRANSACTION = 6;
const MAIN = { 'artist-role': '1' };

/** Labels and artists of these names are used again. Fields that other records determine are not checked. */
export async function saveRelease({ userId: ownerId }: Person, given: GivenRelease): Promise<SavedRelease> {
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const names = [...new Set([given.artists, ...given.tracks.map((track) => track.artists)].flat())];
  const upc = given.fields['upc-code'] ?? null;
  const fields = { gtin: upc === null ? null : (gtinOf(upc) ?? null), ...given.fields };
  const begun = await saved(store, async () => {
    const label = await named(store, labels, { ownerId, name: given.label });
    const known = await Promise.all(names.map((name) => named(store, artists, { ownerId, name })));
    const album = newRecord(store, albums, { ownerId, fields: { ...fields, label: label.id } });
    const ids = new Map(known.map(({ id }, index) => [names[index] ?? '', id]));
    const credits = given.artists.map((name): Change => {
      const of = { ...MAIN, album: album.id, artist: ids.get(name) ?? '' };
      return { resource: albumArtists, after: newRecord(store, albumArtists, { ownerId, fields: of }) };
    });
    const changes: Change[] = [
      ...[label, ...known].flatMap(({ change }) => change),
      { resource: albums, after: album },
      ...credits,
    ];
    return { changes, result: { album: album.id, artists: ids } };
  });
  const trackIds: string[] = [];
  for (let start = 0; start < given.tracks.length; start += TRACKS_PER_TRANSACTION) {
    const some = given.tracks.slice(start, start + TRACKS_PER_TRANSACTION);
    trackIds.push(
      ...(await saved(store, async () => {
        const made = some.map((track) => newTrack(store, { ownerId, ...begun }, track));
        return { changes: made.flatMap(({ changes }) => changes), result: made.map(({ id }) => id) };
      })),
    );
  }
  return { ...begun, tracks: trackIds };
}

/** Repeats an attempt when other requests have changed the same rows. */
const saved = <T>(store: Store, attempt: () => Promise<{ changes: Change[]; result: T }>): Promise<T> =>
  retried(async () => {
    const { changes, result } = await attempt();
    const { is } = await save(deciding(store), changes);
    return is === 'saved' ? result : ('again' as const);
  }) as Promise<T>;

/** @returns the record of that name, and the change that creates it if there is none. */
async function named(
  store: Store,
  resource: typeof labels | typeof artists,
  { ownerId, name }: { ownerId: string; name: string },
): Promise<{ id: string; change: Change[] }> {
  const after = newRecord<typeof labels | typeof artists>(store, resource, { ownerId, fields: { name } });
  const [value] = uniqueValues(resource, keyRowOf(store.api, resource), after);
  if (!value) throw new Error(`${resource.type} have no unique name.`);
  const holder = await findHolder(store.table, value);
  return holder === undefined ? { id: after.id, change: [{ resource, after }] } : { id: holder, change: [] };
}

function newTrack(
  store: Store,
  { ownerId, album, artists: ids }: { ownerId: string; album: string; artists: ReadonlyMap<string, string> },
  { fields, artists: names }: GivenTrack,
): { id: string; changes: Change[] } {
  const track = newRecord(store, tracks, { ownerId, fields: { ...fields, 'oldest-album': album } });
  const of = { track: track.id };
  const lacks = allLacks(track.fields, { hasMainArtist: names.length > 0, hasVideoMaster: false });
  const { disc, kind } = track.fields;
  const placed = { ...of, album, order: fields.order, disc, kind, lacks, ...notesOfFields(track.fields) };
  const place = newRecord(store, albumTracks, { ownerId, fields: placed });
  const credits = names.map((name) =>
    newRecord(store, trackArtists, { ownerId, fields: { ...of, ...MAIN, artist: ids.get(name) ?? '' } }),
  );
  const changes: Change[] = [
    { resource: tracks, after: track },
    { resource: albumTracks, after: place },
    ...credits.map((after): Change => ({ resource: trackArtists, after })),
  ];
  return { id: track.id, changes };
}
