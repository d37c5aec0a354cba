/**
 * The log of what owners change of releases in distribution. The album counts the changes while something is decided on it
 * or delivered, so that a decision holds the count instead of all that belongs to the release.
 */
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import type { Caller } from '../../kit/http/caller.ts';
import { countWrite } from '../../kit/records/counts.ts';
import type { Item } from '../../kit/table/item.ts';
import { type Key, recordKey, tableShape } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Write } from '../../kit/table/write.ts';
import { isCounted } from '../contents/album-requests.ts';
import { releaseChanges, soundChanges } from '../counters.ts';
import { releaseChangeKey } from '../keys.ts';
import type { ReleaseChange } from '../rules/release-changes.ts';

/** Who changes something, and when. */
export interface Changing {
  readonly caller: Pick<Caller, 'userId'>;
  readonly now: Date;
}

interface Noted {
  /** The record that changes. */
  readonly of: { readonly type: string; readonly id: string };
  readonly what: string;
  /** Set if only the audio of a track changes. */
  readonly sound?: SoundChange;
}

/** A type, because interfaces are not assignable to JSON. */
type SoundChange = { readonly trackId: string; readonly part: 'audio' | 'masters' };

/** Rows of the log are kept for a year. The count remains. */
const KEPT_SECONDS = 365 * 86_400;
/** Beside a track on many such albums, the transaction has room for so many rows of the log. */
const MAX_LOGGED = 5;

/** @param concerned albums of which changes are noted. @returns writes for the transaction of the change. */
export const noted = (concerned: readonly Album[], { of, what, sound }: Noted, changing: Changing): Write[] =>
  // Those on which a decision or a delivery depends have their rows first.
  concerned
    .toSorted((left, right) => Number(isCounted(right)) - Number(isCounted(left)))
    .flatMap((album, index) => [
      ...(isCounted(album) ? changesCounted(album, sound !== undefined) : []),
      ...(index < MAX_LOGGED
        ? [logged(releaseChangeKey(album.id, of), { what, ...(sound && { sound }) }, changing)]
        : []),
    ]);

const changesCounted = (album: Album, isSound: boolean): Write[] =>
  (isSound ? [releaseChanges, soundChanges] : [releaseChanges]).map((count) =>
    countWrite(recordKey(albums.type, album.id), count, 1),
  );

/** A row that is named by the time of its write. */
export const logged = (key: Key, more: Item, { caller, now }: Changing): Write => ({
  put: {
    ...key,
    ...more,
    user: caller.userId,
    [tableShape.timeToLive]: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
  },
  stamped: true,
});

/** @returns newest first. */
export async function changesOf(table: Table, albumId: string, limit: number): Promise<ReleaseChange[]> {
  const rows = await rowsLogged(table, recordKey(albums.type, albumId).pk, limit);
  return rows.map((row) => {
    const [, , type, id] = String(row['sk']).split('#');
    const isOfTrack = type === tracks.type && id !== undefined;
    return {
      at: timeOf(row),
      actor: actorOf(row),
      what: String(row['what']),
      ...(isOfTrack && { track: id }),
    };
  });
}

/** Sort keys that begin with a time. Other rows of the partition begin otherwise. */
const STAMPED = { from: '2', upTo: '3' };

export const rowsLogged = (table: Table, partition: string, limit: number): Promise<Item[]> =>
  limit <= 0 ? Promise.resolve([]) : table.query({ partition, ...STAMPED, newestFirst: true, limit });

export const timeOf = ({ sk }: Item): string => String(sk).replace(/#.*$/s, '');

export const actorOf = ({ user }: Item): string | null => (user === undefined ? null : `user ${user}`);
