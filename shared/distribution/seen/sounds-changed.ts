/** Which tracks of an album sound different since it was approved, because its owner has replaced files of them. */
import * as v from 'valibot';
import type { Album } from '../../catalogue/api/albums.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { soundChanges } from '../counters.ts';
import { type ApprovedSounds, type SoundsChanged, sameSounds } from '../rules/approved-sounds.ts';
import { rowsLogged, timeOf } from './change-log.ts';
import { moreThan } from './release-version.ts';

/** Of an owner who changes more while an album is delivered, all of its tracks count as changed. */
const MAX_ROWS = 500;

const soundRow = v.object({
  sound: v.object({ trackId: v.string(), part: v.picklist(['audio', 'masters']) }),
});

/** @param approved with when it was decided, ISO 8601. Reads nothing if there was no change. */
export async function soundsChangedSince(
  table: Table,
  album: Album,
  { sounds, at }: { readonly sounds: ApprovedSounds; readonly at: string },
): Promise<SoundsChanged> {
  const more = sounds.changes === undefined ? 0 : moreThan(sounds.changes, soundChanges.of(album));
  if (more === 0) return sameSounds;
  const rows = await rowsLogged(table, recordKey('albums', album.id).pk, MAX_ROWS);
  const logged = rows
    .filter((row) => timeOf(row) >= at)
    .flatMap((row) => (v.is(soundRow, row) ? v.parse(soundRow, row).sound : []));
  const tracksWith = (part: 'audio' | 'masters') =>
    new Set(logged.flatMap((each) => (each.part === part ? each.trackId : [])));
  // Changes of a track on many albums are not logged for all of them.
  return { isAny: logged.length < more, audio: tracksWith('audio'), masters: tracksWith('masters') };
}
