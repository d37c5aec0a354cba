/** What an organization has, and what is open with it, before it is erased. */
import { usersOf } from '../../../accounts/users-of.ts';
import { commandsOf } from '../../../kit/commands/command-log.ts';
import type { Store } from '../../../kit/records/store.ts';
import type { KeyRow } from '../../../kit/table/keys.ts';
import { ownerKey } from '../../../kit/table/keys.ts';
import { balancesOf } from '../../../royalties/commands/balances.ts';
import { runningImports } from '../../../usage/import/listed-imports.ts';
import { api } from '../../api.ts';
import type { Counts } from '../erasure-work.ts';
import { type HeldAlbum, heldAlbums } from './obstacles.ts';

export interface Leaving {
  /** Numbers of records by type. */
  readonly records: Counts;
  readonly held: readonly HeldAlbum[];
  /** When the last export began. Null for none. */
  readonly 'exported-at': string | null;
  readonly owed: readonly { readonly user: string; readonly currency: string; readonly balance: string }[];
  /** Names of reports that are being imported. The erasure waits for them. */
  readonly imports: readonly string[];
}

export async function leavingOf(store: Store, organization: string): Promise<Leaving> {
  const { table } = store;
  const users = await usersOf(store, organization);
  const [records, held, exportedAt, owed, imports] = await Promise.all([
    countRecords(store, [organization, ...users]),
    heldAlbums(table, organization),
    lastExport(store, organization),
    owedTo(store, users),
    runningImports(table),
  ]);
  const names = imports.map(({ name }) => name);
  return { records, held, 'exported-at': exportedAt, owed, imports: names };
}

const countedTypes = Object.entries<KeyRow>(api.keys).flatMap(([type, { within }]) => (within ? [] : [type]));

async function countRecords({ table }: Store, owners: readonly string[]): Promise<Counts> {
  const counted: Record<string, number> = {};
  for (const type of countedTypes) {
    let count = 0;
    for (const owner of owners)
      count += (await table.query({ index: 'by-owner', partition: ownerKey(owner, type) })).length;
    if (count > 0) counted[type] = count;
  }
  return counted;
}

async function lastExport({ table }: Store, organization: string): Promise<string | null> {
  const partition = commandsOf(organization);
  const entries = await table.query({ index: 'by-owner', partition, newestFirst: true });
  const rows = await table.getMany(
    entries.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
    true,
  );
  const exports = rows.filter(
    ({ command, outcome }) => command === 'export-organization' && outcome === 'done',
  );
  return (
    exports
      .map(({ at }) => String(at))
      .toSorted()
      .at(-1) ?? null
  );
}

async function owedTo({ table }: Store, users: readonly string[]): Promise<Leaving['owed'][number][]> {
  const balances = await Promise.all(
    users.map(async (user) => (await balancesOf(table, user)).map((balance) => ({ user, ...balance }))),
  );
  return balances
    .flat()
    .filter(({ balance }) => Number(balance) > 0)
    .map(({ user, currency, balance }) => ({ user, currency, balance }));
}
