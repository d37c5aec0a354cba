/** Lists and their filters in the API against the records in the table. */
import type { Model, User } from '../model.ts';
import type { Rows, StoredRecord } from './records.ts';

interface List {
  readonly path: string;
  readonly type: string;
  readonly holds: (record: StoredRecord, user: User) => boolean;
}

const contains = (field: string, text: string) => (record: StoredRecord) =>
  String(record.fields[field]).toLowerCase().includes(text);
const is = (field: string, value: string) => (record: StoredRecord) => record.fields[field] === value;

const lists: readonly List[] = [
  ...[
    'labels',
    'artists',
    'albums',
    'tracks',
    'distribution-requests',
    'deliveries',
    'analytics-reports',
  ].map((type) => ({
    path: `/${type}?`,
    type,
    holds: () => true,
  })),
  { path: '/labels?filter[name]=shared&', type: 'labels', holds: contains('name', 'shared') },
  { path: '/albums?filter[title]=renamed&', type: 'albums', holds: contains('title', 'renamed') },
  ...['draft', 'in_review', 'approved', 'rejected', 'delivered', 'error', 'taken_down'].map((status) => ({
    path: `/albums?filter[last-status]=${status}&`,
    type: 'albums',
    holds: is('last-status', status),
  })),
  {
    path: '/tracks?filter[title]=retitled&sort=title&',
    type: 'tracks',
    holds: contains('title', 'retitled'),
  },
  { path: '/tracks?filter[order]=1&', type: 'tracks', holds: ({ fields }) => fields['order'] === 1 },
  ...['pending', 'sent', 'rejected', 'error'].map((status) => ({
    path: `/distribution-requests?filter[status]=${status}&`,
    type: 'distribution-requests',
    holds: is('status', status),
  })),
  ...['pending', 'sent', 'error'].map((status) => ({
    path: `/deliveries?filter[status]=${status}&`,
    type: 'deliveries',
    holds: is('status', status),
  })),
  ...['completed', 'rejected', 'skipped'].map((outcome) => ({
    path: `/deliveries?filter[outcome]=${outcome}&`,
    type: 'deliveries',
    holds: is('report', outcome),
  })),
];

/** @returns a sentence for each list that differs, in its ids or in its total. */
export async function listFaults({ users }: Model, rows: Rows): Promise<string[]> {
  const faults: string[] = [];
  for (const user of users)
    for (const list of lists) {
      const ought = rows
        .of(list.type)
        .filter((record) => record.ownerId === user.id && list.holds(record, user))
        .map(({ id }) => id);
      faults.push(...(await faultsOf(user, list, ought)));
    }
  return faults;
}

async function faultsOf({ client, name }: User, { path }: List, ought: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await client.get(`${path}page[size]=100&page[number]=${page}`);
    if (status !== 200) return [`${name}: GET ${path} responded ${status}`];
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    const total = totalOf(body.meta);
    if (total !== undefined && total !== ought.length)
      return [`${name}: GET ${path} shows a total of ${total} instead of ${ought.length}`];
    if (body.data.length < 100) break;
  }
  const [missing, extra] = [difference(ought, ids), difference(ids, ought)];
  const isOnce = new Set(ids).size === ids.length;
  return missing.length + extra.length === 0 && isOnce
    ? []
    : [
        `${name}: GET ${path} lacks ${missing.length}, has ${extra.length} too many (${[...missing, ...extra].slice(0, 3).join()})`,
      ];
}

// biome-ignore lint/suspicious/noExplicitAny: each type spells it in its own way.
const totalOf = (meta: any): number | undefined =>
  meta?.page?.total ?? meta?.pagination?.total ?? meta?.total;

function difference(one: readonly string[], other: readonly string[]): string[] {
  const others = new Set(other);
  return one.filter((each) => !others.has(each));
}
