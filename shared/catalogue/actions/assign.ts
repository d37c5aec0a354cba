/** Assigning DSPs to albums and removing them. Each pair is checked, and each album changes once. */
import { allowedDsps } from '../../accounts/allowed-dsps.ts';
import { users } from '../../accounts/api/users.ts';
import type { Context } from '../../kit/crud/context.ts';
import type { Change } from '../../kit/records/changes.ts';
import { changed, findRecord, type Store } from '../../kit/records/store.ts';
import type { Problem } from '../../kit/values/problems.ts';
import { dspById } from '../../reference/data/dsps.ts';
import { type Album, albums } from '../api/albums.ts';
import { songs, tracksOfAlbum } from '../counters.ts';
import { assignmentProblems } from '../rules/album-dsps.ts';

/** The account whose DSPs can be assigned, as last written. */
export interface Assigner {
  readonly allowed: readonly string[];
}

export async function findAssigner(context: Context): Promise<Assigner> {
  const owner = await findRecord(context, users, context.caller.userId);
  return { allowed: owner ? allowedDsps(owner) : [] };
}

export function assignmentProblemsOf(album: Album, dspId: string, { allowed }: Assigner): Problem[] {
  const dsp = dspById(dspId);
  if (!dsp) throw new Error(`There is no DSP ${dspId}.`);
  const isVideoOnly = tracksOfAlbum.of(album) > 0 && songs.of(album) === 0;
  return assignmentProblems({ dsp, isAllowed: allowed.includes(dspId), isVideoOnly });
}

/** @param dsps the new DSPs of the album. */
export const albumWith = (store: Pick<Store, 'now'>, before: Album, dsps: readonly string[]): Change => ({
  resource: albums,
  before,
  after: changed(store, albums, { before, fields: { dsps: [...dsps] } }),
});
