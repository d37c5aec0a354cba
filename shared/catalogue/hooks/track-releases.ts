/** The albums that a write of a track is about: those it is on, and those it will be on. */
import type { Context } from '../../kit/crud/context.ts';
import type { Draft } from '../../kit/crud/write/hooks.ts';
import { type LinkedRecords, linkedRecords } from '../../kit/records/linked-records.ts';
import { findRecords } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import type { tracks } from '../api/tracks.ts';

type TrackDraft = Draft<typeof tracks>;

export interface TrackReleases {
  /** Undefined when the write does not depend on the places that the track has, or when it is new. */
  readonly links: LinkedRecords<typeof albumTracks> | undefined;
  /** Those the track will be on; none when the write does not depend on them. */
  readonly wanted: readonly Album[];
  /** Those it is on, too. */
  readonly all: readonly Album[];
}

/** What is asked of a track. */
interface AskedTrack {
  readonly before: TrackDraft['before'];
  /** Names of the fields that are sent. */
  readonly sent: ReadonlySet<string>;
  /** Ids of the albums that are sent; undefined when it stays on those that it is on. */
  readonly linkage?: readonly string[] | undefined;
}

/** Reads nothing for a change of metadata by an account that may write to video releases. */
export async function releasesOf(
  { before, sent, linkage }: AskedTrack,
  context: Context,
): Promise<TrackReleases> {
  const links =
    before && dependsOnPlaces(sent, context)
      ? await linkedRecords(context, before, { resource: albumTracks, by: 'track' })
      : undefined;
  const current = links?.records.map(({ fields }) => fields.album) ?? [];
  const wanted = linkage ?? current;
  // Albums of others are rejected before.
  const all = await findRecords(context, albums, [...current, ...wanted]);
  return { links, all, wanted: all.filter(({ id }) => wanted.includes(id)) };
}

const dependsOnPlaces = (sent: ReadonlySet<string>, { caller }: Context): boolean =>
  changesPlaces(sent) || !caller.capabilities.has('video');

const known = new WeakMap<TrackDraft, Promise<TrackReleases>>();

/** Read once for a draft: hooks of the track and of its places ask for them. */
export function releasesOfDraft(draft: TrackDraft, context: Context): Promise<TrackReleases> {
  const { before, sent } = draft;
  const releases =
    known.get(draft) ?? releasesOf({ before, sent, linkage: draft.linkage('albums') }, context);
  known.set(draft, releases);
  return releases;
}

/** Whether a request is about the places of a track, or about what it is there. */
export const changesPlaces = (sent: ReadonlySet<string>): boolean =>
  ['order', 'albums', 'is-video'].some((field) => sent.has(field));
