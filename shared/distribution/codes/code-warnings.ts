/** Warns reviewers of a delivery that cannot be approved because the stage has too few codes left. */
import { albums } from '../../catalogue/api/albums.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { tracksOn } from '../review/album-contents.ts';
import { isOpen } from '../rules/distribution.ts';
import { codesNeeded } from './give-codes.ts';
import { shortages } from './hold-numbers.ts';

/** @returns sentences. */
export async function codeWarnings(store: Store, { fields }: DistributionRequest): Promise<string[]> {
  if (!isOpen(fields.status) || fields['request-type'] !== 'delivery') return [];
  const album = await findRecord(store, albums, fields.album ?? '');
  if (!album) return [];
  const needs = codesNeeded(store, album, await tracksOn(store, album));
  return shortages(store, album.id, Object.values(needs));
}
