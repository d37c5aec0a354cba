/** Large parts of a catalogue, saved by the hundred rows rather than by requests. */
import { albumTracks } from '../../../shared/catalogue/api/album-tracks.ts';
import { artists } from '../../../shared/catalogue/api/artists.ts';
import { albumArtists, trackArtists } from '../../../shared/catalogue/api/credited-artists.ts';
import { tracks } from '../../../shared/catalogue/api/tracks.ts';
import { assessPlace } from '../../../shared/catalogue/assess-place.ts';
import { notesOfFields } from '../../../shared/catalogue/contents/track-contents.ts';
import { findPlaces } from '../../../shared/catalogue/contents/track-places.ts';
import type { AiUse } from '../../../shared/catalogue/rules/ai-usage.ts';
import { allLacks } from '../../../shared/catalogue/rules/track-lacks.ts';
import type { Change } from '../../../shared/kit/records/changes.ts';
import { deciding } from '../../../shared/kit/records/deciding.ts';
import { newRecord, save, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { definitions } from '../../../shared/service/definitions.ts';

const now = new Date();

/** Few enough for the rows of all of them, and of what they link to, to fit a transaction. */
const PER_TRANSACTION = 12;

async function saveAll(groups: readonly (readonly Change[])[]): Promise<void> {
  const store = storeOf(definitions, { table: new Table(), now });
  for (let start = 0; start < groups.length; start += PER_TRANSACTION) {
    const { is } = await save(deciding(store), groups.slice(start, start + PER_TRANSACTION).flat());
    if (is !== 'saved') throw new Error(`The records were not saved: ${is}.`);
  }
}

let artistsSoFar = 0;

/** @returns the ids of new artists. */
export async function fillArtists(ownerId: string, count: number): Promise<string[]> {
  const records = Array.from({ length: count }, () =>
    newRecord({ now }, artists, { ownerId, fields: { name: `Filled in ${++artistsSoFar}` } }),
  );
  await saveAll(records.map((after) => [{ resource: artists, after }]));
  return records.map(({ id }) => id);
}

export interface Filling {
  readonly ownerId: string;
  readonly album: string;
  readonly count: number;
  /** Of the last track before them. */
  readonly afterOrder?: number;
  /** Taken in turn, one for each track. */
  readonly artists: readonly string[];
  /** By default, the tracks have audio files. */
  readonly hasAudio?: boolean;
  /** By default, the tracks have no codes. */
  readonly areCoded?: boolean;
  /** What the tracks state of artificial intelligence. */
  readonly usage?: AiUse[] | null;
}

/** Puts tracks on an album, each with an artist if there are any. */
export async function fillAlbum({
  ownerId,
  album,
  count,
  afterOrder = 0,
  artists: known,
  hasAudio = true,
  areCoded = false,
  usage = null,
}: Filling): Promise<void> {
  const role = { 'artist-role': '1' };
  const groups = Array.from({ length: count }, (_, number): Change[] => {
    const order = afterOrder + number + 1;
    const artist = known[number % known.length];
    const fields = {
      title: `Track ${order}`,
      'is-explicit': false,
      'rights-owner-year': 2026,
      'rights-owner-name': 'Blue Room',
      'full-audiofile-url': hasAudio ? `https://files.example/${order}.wav` : null,
      'primary-genre': '1',
      language: '118',
      order,
      'oldest-album': album,
      'ai-usage': usage,
      ...(areCoded && { 'isrc-code': `DEAB1${String(2600000 + order)}` }),
    };
    const track = newRecord({ now }, tracks, { ownerId, fields });
    const links = { track: track.id };
    const lacks = allLacks(track.fields, { hasMainArtist: artist !== undefined, hasVideoMaster: false });
    const placed = { ...links, album, order, lacks, ...notesOfFields(track.fields) };
    const place = newRecord({ now }, albumTracks, { ownerId, fields: placed });
    const made: Change[] = [
      { resource: tracks, after: track },
      { resource: albumTracks, after: place },
    ];
    if (artist === undefined) return made;
    const credit = newRecord({ now }, trackArtists, { ownerId, fields: { ...links, ...role, artist } });
    return [...made, { resource: trackArtists, after: credit }];
  });
  await saveAll(groups);
}

/** Gives a track, or an album, one main artist after the other. */
export async function fillRoles(
  ownerId: string,
  on: { readonly track: string } | { readonly album: string },
  known: readonly string[],
): Promise<void> {
  const made = known.map((artist): Change[] => {
    const fields = { ...on, artist, 'artist-role': '1' };
    return 'track' in on
      ? [{ resource: trackArtists, after: newRecord({ now }, trackArtists, { ownerId, fields }) }]
      : [{ resource: albumArtists, after: newRecord({ now }, albumArtists, { ownerId, fields }) }];
  });
  await saveAll(made);
  if ('track' in on) await assessPlaces({ id: on.track, ownerId });
}

/** A track with a main artist no longer lacks one. */
async function assessPlaces(track: { readonly id: string; readonly ownerId: string }): Promise<void> {
  const store = storeOf(definitions, { table: new Table(), now });
  for (const place of (await findPlaces(store, track)).records) await assessPlace(store, place);
}
