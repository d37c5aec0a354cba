/** Records against the model: what was acknowledged is there, and what was deleted is not. */
import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { recordsAmong } from '../../support/invariants.ts';
import type { KnownRecord, Model, User } from '../model.ts';

export type StoredRecord = ReturnType<typeof recordsAmong>[number];

export interface Rows {
  readonly all: readonly Item[];
  /** The records of a type. */
  readonly of: (type: string) => readonly StoredRecord[];
}

/** @param all rows of the table. */
export function rowsOf(all: readonly Item[]): Rows {
  const byPrefix = Map.groupBy(all, ({ pk }) => String(pk).split('#')[0] ?? '');
  const records = new Map<string, readonly StoredRecord[]>();
  const of = (type: string) => {
    const resource: Resource | undefined = definitions.resources.find((each) => each.type === type);
    if (!resource) throw new Error(`There is no type ${type}.`);
    const found = records.get(type) ?? recordsAmong(byPrefix.get(type) ?? [], resource);
    records.set(type, found);
    return found;
  };
  return { all, of };
}

/** @returns a sentence for each record that is not as its user was told. */
export function recordFaults({ users, suspects }: Model, rows: Rows): string[] {
  const byId = new Map<string, StoredRecord>();
  const heldOf = (type: string, id: string) => {
    if (byId.size === 0)
      for (const each of typesIn(users))
        for (const held of rows.of(each)) byId.set(`${each}/${held.id}`, held);
    return byId.get(`${type}/${id}`);
  };
  return users.flatMap((user) => [
    ...[...user.records.values()].flatMap((known) => knownFaults(user, known, heldOf(known.type, known.id))),
    ...[...user.deleted].flatMap((name) => {
      const [type = '', id = ''] = name.split('/');
      return heldOf(type, id) ? [`${name} of ${user.name} was deleted, and is there`] : [];
    }),
    ...user.perhaps.flatMap(({ type, title }) => {
      const count = rows.of(type).filter(({ fields }) => fields['title'] === title).length;
      return count > 1 ? [`${title} of ${user.name} was sent once, and is there ${count} times`] : [];
    }),
    ...suspects.flatMap(({ user: other, known, status }) =>
      other === user && user.records.get(`${known.type}/${known.id}`) === known
        ? [`${known.type}/${known.id} of ${user.name} was there, but GET responded ${status}`]
        : [],
    ),
  ]);
}

const typesIn = (users: readonly User[]): Set<string> =>
  new Set(
    users.flatMap((user) =>
      [...user.records.values()]
        .map(({ type }) => type)
        .concat([...user.deleted].map((name) => name.split('/')[0] ?? '')),
    ),
  );

function knownFaults(
  user: User,
  { type, id, values }: KnownRecord,
  held: StoredRecord | undefined,
): string[] {
  if (!held) return [`${type}/${id} of ${user.name} was acknowledged, and is missing`];
  return [...values].flatMap(([name, allowed]) => {
    const is = held.fields[name];
    return allowed.some((each) => isDeepStrictEqual(each, is))
      ? []
      : [
          `${type}/${id} of ${user.name} has ${name} ${JSON.stringify(is)} instead of ${JSON.stringify(allowed)}`,
        ];
  });
}
