/** Rules that note what owners change of watched albums, of their tracks and of the places of these. */
import { isDeepStrictEqual } from 'node:util';
import { albumTracks } from '../../catalogue/api/album-tracks.ts';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import type { LoadedTrack } from '../../catalogue/hooks/track-rule.ts';
import { isOtherSound, soundFields } from '../../catalogue/rules/track-audio.ts';
import { completed } from '../../kit/crud/read/views.ts';
import type { DecidingContext, Draft, Rule, Sent } from '../../kit/crud/write/hooks.ts';
import type { Declared } from '../../kit/declare/fields.ts';
import { plain } from '../../kit/records/deciding.ts';
import type { Write } from '../../kit/table/write.ts';
import { isWatched } from '../contents/album-requests.ts';
import { changeOf, trackNamed } from '../rules/release-changes.ts';
import { noted } from './change-log.ts';
import { reviewsOf } from './resumed-reviews.ts';
import { watchedWith } from './watched-releases.ts';

/** @returns those of the fields that have other values. */
const changedNames = (
  names: Iterable<string>,
  before: Readonly<Record<string, unknown>>,
  after: (name: string) => unknown,
): string[] => [...names].filter((name) => !isDeepStrictEqual(after(name) ?? null, before[name] ?? null));

/** A video is another product, and not only another sound. */
const isOnlyHeard = (name: string): boolean =>
  name !== 'is-video' && soundFields.some((field) => field === name);

const valueIn =
  ({ valid }: Draft<Declared>) =>
  (name: string): unknown =>
    valid(name);

/** What requests have themselves, and what reviews do not show. */
const UNSEEN: readonly string[] = ['countries', 'dsps', 'description'];

export const changedAlbum: Rule<typeof albums, object> = (draft) => {
  const { id, before, sent } = draft;
  if (!before || !isWatched(before)) return undefined;
  const names = changedNames(sent, before.fields, valueIn(draft)).filter((name) => !UNSEEN.includes(name));
  if (names.length === 0) return undefined;
  return {
    writes: noted([before], { of: { type: albums.type, id }, what: changeOf('Album', names) }, draft),
  };
};

/** A track as it was, if albums of it are watched, with what was sent of its lyrics and credits. */
interface Noting {
  readonly watched: readonly Album[];
  readonly whole: Readonly<Record<string, unknown>>;
  /** Starts the reviews of held requests, which look at the track again if its sound changes. */
  readonly reviews: readonly Write[];
}

export async function loadNoting(sent: Sent<typeof tracks>, context: DecidingContext): Promise<Noting> {
  const { id, ownerId, isNew } = sent;
  const watched = isNew ? [] : await watchedWith(context, { id, ownerId });
  const before = watched.length > 0 ? await sent.before : undefined;
  if (!before) return { watched: [], whole: {}, reviews: [] };
  const shape = { fields: new Map([[tracks.type, sent.sent]]), isSingle: true };
  const [whole = before] = await completed(plain(context), tracks, { records: [before], ...shape });
  const reviews = soundFields.some((field) => sent.isSent(field)) ? await reviewsOf(context, watched) : [];
  return { watched, whole: whole.fields, reviews };
}

export interface NotedTrack {
  readonly noting: Noting;
}

type TrackRule = Rule<typeof tracks, LoadedTrack & NotedTrack>;

/** Also notes a track that gets a place on a watched album. */
export const changedTrack: TrackRule = (draft, { noting: { watched, whole, reviews }, releases }) => {
  const { id, before, sent } = draft;
  const of = { type: tracks.type, id };
  const title = trackNamed(before?.fields.title ?? draft.valid('title') ?? id);
  const names = before ? changedNames(sent, whole, valueIn(draft)) : [];
  const current = new Set(releases.links?.linkings.map(({ ids: { album } }) => album));
  const others = draft.linkage('albums') ? releases.future.filter((album) => !current.has(album.id)) : [];
  return {
    writes: [
      ...(names.length > 0
        ? noted(
            watched,
            {
              of,
              what: changeOf(title, names),
              ...(names.every(isOnlyHeard) && { sound: { trackId: id, part: 'audio' } }),
            },
            draft,
          )
        : []),
      ...noted(others.filter(isWatched), { of, what: `${title}: added` }, draft),
      ...(before && isOtherSound(before.fields, draft.valid) ? reviews : []),
    ],
  };
};

interface LoadedPlace {
  readonly album: Album | undefined;
  readonly track: Track | undefined;
}

export const changedPlace: Rule<typeof albumTracks, LoadedPlace> = (draft, { album, track }) => {
  const { id, before } = draft;
  if (!album || !track || !isWatched(album)) return undefined;
  const names = before ? changedNames(['disc', 'order'], before.fields, valueIn(draft)) : ['added'];
  if (names.length === 0) return undefined;
  const what = changeOf(trackNamed(track.fields.title), names);
  return { writes: noted([album], { of: { type: albumTracks.type, id }, what }, draft) };
};
