/** The albums that a write of a track is about: those it is on, and those it will be on. */

import type { Context } from '../../kit/crud/context.ts';
import type { Draft } from '../../kit/crud/write/hooks.ts';
import { type LinkedRecords, linkedRecords } from '../../kit/records/linked-records.ts';
import { recordOf } from '../../kit/records/rows.ts';
import { recordKey } from '../../kit/table/keys.ts';
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

/** Reads nothing for a change of metadata by an account that may write to video releases. */
export async function releasesOf(
  draft: Pick<TrackDraft, 'before'> & Partial<TrackDraft>,
  context: Context,
): Promise<TrackReleases> {
  const { before } = draft;
  const links =
    before && dependsOnPlaces(draft, context)
      ? await linkedRecords(context, before, { resource: albumTracks, by: 'track' })
      : undefined;
  const current = links?.records.map(({ fields }) => fields.album) ?? [];
  const wanted = draft.linkage?.('albums') ?? current;
  const all = await albumsOf(context, [...new Set([...current, ...wanted])]);
  return { links, all, wanted: all.filter(({ id }) => wanted.includes(id)) };
}

const dependsOnPlaces = ({ sent }: Partial<TrackDraft>, { caller }: Context): boolean =>
  changesPlaces(sent) || !caller.capabilities.has('video');

/** Whether a request is about the places of a track, or about what it is there. */
export const changesPlaces = (sent: TrackDraft['sent'] | undefined): boolean =>
  ['order', 'albums', 'is-video'].some((field) => sent?.has(field));

/** Albums of others are refused before. */
async function albumsOf({ table }: Context, ids: readonly string[]): Promise<Album[]> {
  const keys = ids.map((id) => recordKey(albums.type, id));
  return (await table.getMany(keys, true)).map((item) => recordOf(albums, item));
}
