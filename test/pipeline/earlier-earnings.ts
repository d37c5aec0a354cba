/** Makes the rows of imports those of a version that stored neither months, earnings nor the albums of lines. */
import { deflateRawSync } from 'node:zlib';
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { linesOf } from '../../shared/usage/import/usage-rows.ts';
import { formerRevenueKey, readRevenueKey } from '../../shared/usage/keys.ts';
import { allRows } from '../support/invariants.ts';

export async function forgetEarnings(): Promise<void> {
  const rows = (await allRows()) as (Item & Key)[];
  const of = (prefix: string) => rows.filter(({ pk }) => pk.startsWith(prefix));
  const table = new Table();
  await table.deleteMany([...of('usage-earnings#'), ...of('royalty-months#'), ...of('usage-revenue#')]);
  await table.putMany([
    ...of('usage-revenue#').flatMap(formerRow),
    ...of('usage-lines#').map((row) => ({ ...row, lines: withoutAlbums(row) })),
  ]);
}

/** @returns none for months. */
function formerRow({ sizes: _, ...row }: Item & Key): (Item & Key)[] {
  const id = readRevenueKey(row as Key);
  return id ? [{ ...row, ...formerRevenueKey(id) }] : [];
}

const withoutAlbums = (row: Item): string =>
  deflateRawSync(
    linesOf(row)
      .map(({ isrc, track, country, plays, revenue, currency }) =>
        [isrc, track, country, plays, revenue, currency].join('\t'),
      )
      .join('\n'),
  ).toString('base64');
