/** Why an organization cannot be erased. */
import { usersOf } from '../../../accounts/users-of.ts';
import { type Album, albums } from '../../../catalogue/api/albums.ts';
import { isInDistribution } from '../../../distribution/contents/album-requests.ts';
import { findRecords } from '../../../kit/records/store.ts';
import { ownerKey } from '../../../kit/table/keys.ts';
import type { Table } from '../../../kit/table/table.ts';
import { batchesOf } from '../../../platform/batches.ts';
import { dspById } from '../../../reference/data/dsps.ts';

/** An album that stores have, or that is on its way to them or into a review. */
export interface HeldAlbum {
  readonly album: string;
  readonly title: string;
  /** Names of DSPs. */
  readonly stores: readonly string[];
}

const PER_READ = 100;

export async function heldAlbums(table: Table, organization: string): Promise<HeldAlbum[]> {
  const held: HeldAlbum[] = [];
  for (const owner of await usersOf({ table }, organization)) {
    const entries = await table.query({ index: 'by-owner', partition: ownerKey(owner, albums.type) });
    const ids = entries.map(({ pk }) => String(pk).slice(albums.type.length + 1));
    for (const some of batchesOf(ids, PER_READ))
      held.push(...(await findRecords({ table }, albums, some)).filter(isInDistribution).map(shown));
  }
  return held;
}

const shown = ({ id, fields }: Album): HeldAlbum => ({
  album: id,
  title: fields.title,
  stores: fields['live-dsps'].map((dsp) => dspById(dsp)?.name ?? dsp),
});

const MOST_NAMED = 5;

/** @returns a sentence. */
export function sentenceOf(held: readonly HeldAlbum[]): string {
  const named = held.slice(0, MOST_NAMED).map(({ album, stores }) => {
    const where = stores.length > 0 ? `live on ${stores.join(', ')}` : 'requested, or on its way';
    return `album ${album} (${where})`;
  });
  const more = held.length > MOST_NAMED ? `, and ${held.length - MOST_NAMED} more` : '';
  return `Stores have, or are getting, ${named.join(', ')}${more}. Take these albums down, and decide on their requests.`;
}
