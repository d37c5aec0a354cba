/** Runs track matching in one process: real functions, a real table, a queue over HTTP, and the test's clock. */

import { trackMatcherWith } from '../../functions/match-tracks/handler.ts';
import { handler as matches } from '../../functions/track-matches/handler.ts';
import { newId } from '../../shared/kit/table/ids.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { indexingWork } from '../../shared/matching/released/indexing-work.ts';
import { matchingWork } from '../../shared/matching/text/matching-work.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { allRows } from '../support/invariants.ts';
import { type NewTrack, newRelease, type Release } from '../support/releases.ts';
import { announceRow, now, pass, settle, useWorkStage } from './work-stage.ts';

/** Starts everything for the tests of a file. */
export const useMatching = (settings: Partial<Settings> = {}): void =>
  useWorkStage({ consumers: { Matching: trackMatcherWith({ now }) }, settings });

/** Creates a request for an album, whose tracks are then to be matched. @returns the key of the work. */
export async function request(albumId: string): Promise<Key> {
  pass(1);
  const requestId = newId(now());
  await new Table().commit([matchingWork.start({ requestId, albumId, ownerId: '1' }, now())]);
  const key = matchingWork.key(requestId);
  await announceRow(key);
  return key;
}

/** A request of the album becomes `sent`, or the album `taken_down`. @returns the key of the work. */
export async function indexRelease(albumId: string, isReleased = true): Promise<Key> {
  pass(1);
  await new Table().commit([indexingWork.start({ albumId, ownerId: '1', isReleased }, now())]);
  const key = indexingWork.key(albumId);
  await announceRow(key);
  return key;
}

/** An album of a new organization, released and indexed. */
export async function released(tracks: readonly NewTrack[], person?: Person): Promise<Release> {
  const release = await newRelease(person ?? (await newAdmin()), tracks);
  await indexRelease(release.albumId);
  await settle();
  return release;
}

export interface ShownMatch {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The matches of a track as its owner sees them. */
export async function shown({ token }: Person, trackId: string): Promise<readonly ShownMatch[]> {
  const path = `/track-matches?filter[track]=${trackId}&page[size]=100`;
  return (await call(matches, 200, { path, token })).body.data;
}

/** The album's rows in the index of released tracks. */
export const indexRows = async (albumId: string): Promise<readonly Item[]> =>
  (await allRows()).filter((row) => String(row['pk']).startsWith('released-') && row['albumId'] === albumId);
