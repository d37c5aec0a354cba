/** The current and future albums of a track being written. */
import type { Context } from '../../kit/crud/context.ts';
import type { Draft } from '../../kit/crud/write/hooks.ts';
import { oncePer } from '../../kit/crud/write/once-per.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { type LinkedRecords, linkedRecords } from '../../kit/records/linked-records.ts';
import { findRecord, findRecords } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { type Album, albums } from '../api/albums.ts';
import type { Track, tracks } from '../api/tracks.ts';

type TrackDraft = Draft<typeof tracks>;

export interface TrackReleases {
  /** Undefined for a new track, or if the write does not depend on its places. */
  readonly links: LinkedRecords<typeof albumTracks> | undefined;
  /** The future albums of the track; none if the write does not depend on them. */
  readonly wanted: readonly Album[];
  /** The current and the future albums. */
  readonly all: readonly Album[];
}

/** The track and the request that changes it. */
interface AskedTrack {
  readonly before: TrackDraft['before'];
  /** Names of the fields in the request. */
  readonly sent: ReadonlySet<string>;
  /** Ids of the albums in the request; undefined if the albums stay the same. */
  readonly linkage?: readonly string[] | undefined;
}

/** Reads nothing for a change of metadata by an account with the video feature. */
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
  // Albums of other owners have already been rejected.
  const all = await findRecords(context, albums, [...current, ...wanted]);
  return { links, all, wanted: all.filter(({ id }) => wanted.includes(id)) };
}

const dependsOnPlaces = (sent: ReadonlySet<string>, { caller }: Context): boolean =>
  changesPlaces(sent) || !caller.capabilities.has('video');

export const releasesOfDraft = oncePer((draft: TrackDraft, context) => {
  const { before, sent } = draft;
  return releasesOf({ before, sent, linkage: draft.linkage('albums') }, context);
});

/** All albums of a track that is deleted. */
export const releasesOfTrack = oncePer((before: Track, context) =>
  releasesOf({ before, sent: new Set(['albums']) }, context),
);

export const albumOfPlace = oncePer(({ fields }: Stored<typeof albumTracks>, context) =>
  findRecord(context, albums, fields.album),
);

/** Whether a request changes the places of a track, or its kind. */
export const changesPlaces = (sent: ReadonlySet<string>): boolean =>
  ['order', 'albums', 'is-video'].some((field) => sent.has(field));
