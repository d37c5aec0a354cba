/** Creations and changes of an organization's records, from the lists of its users. */

import { users } from '../../../accounts/api/users.ts';
import { credentialsKey } from '../../../accounts/keys.ts';
import { albums } from '../../../catalogue/api/albums.ts';
import { artists } from '../../../catalogue/api/artists.ts';
import { labels } from '../../../catalogue/api/labels.ts';
import { tracks } from '../../../catalogue/api/tracks.ts';
import { deliveries } from '../../../distribution/api/deliveries.ts';
import { distributionRequests } from '../../../distribution/api/distribution-requests.ts';
import { deliveryMoments, type Moment, requestMoments } from '../../../distribution/commands/moments.ts';
import type { Operation } from '../../../kit/commands/operation.ts';
import { keyRowOf } from '../../../kit/declare/api.ts';
import type { Entry } from '../../../kit/declare/fields.ts';
import type { Resource } from '../../../kit/declare/resource.ts';
import { readList, unlessTooLong } from '../../../kit/lists/read-list.ts';
import { layoutOf } from '../../../kit/records/layout.ts';
import { entryOf } from '../../../kit/records/rows.ts';
import { findRecords } from '../../../kit/records/store.ts';
import { readable } from '../../../kit/table/damaged-rows.ts';
import { idAfter } from '../../../kit/table/ids.ts';
import { ownerKey, sortableId } from '../../../kit/table/keys.ts';
import { analyticsReports } from '../../../usage/api/analytics-reports.ts';
import { webhookEndpoints } from '../../../webhooks/api/webhook-endpoints.ts';
import {
  type HistoryMoment,
  type HistoryPage,
  latest,
  newest,
  type Stretch,
  startOf,
  timeOf,
} from './moment.ts';

const ofUser: readonly Resource[] = [labels, artists, albums, tracks, analyticsReports, webhookEndpoints];

/** Records that are read of an owner and type. A change is not found if more records were created after the record. */
const MAX_ENTRIES = 1000;

export const changeMoments = (operation: Operation, page: HistoryPage): Promise<Stretch>[] => [
  listedMoments(operation, users, { page, owner: page.organization }),
  passwordChanges(operation, page),
  ...page.users.flatMap((owner) => [
    ...ofUser.map((resource) => listedMoments(operation, resource, { page, owner })),
    requestSteps(operation, { page, owner }),
    deliverySteps(operation, { page, owner }),
  ]),
];

interface Owned {
  readonly page: HistoryPage;
  readonly owner: string;
}

/** Lists can be long, so only the moments of the page are returned. */
async function listedMoments(operation: Operation, resource: Resource, owned: Owned): Promise<Stretch> {
  const { entries, from } = await newestEntries(operation, resource, owned);
  const moments = entries.flatMap((entry) => entryMoments(resource, entry));
  const read = newest({ moments, from }, owned.page);
  return { moments: read.shown.map(({ moment }) => moment), from: read.from };
}

function entryMoments({ type }: Resource, { id, fields }: Entry): HistoryMoment[] {
  const { 'created-at': created, 'updated-at': updated } = fields;
  const name = fields['title'] ?? fields['name'] ?? fields['url'] ?? null;
  const moment = (at: unknown, what: string, part: number): HistoryMoment[] =>
    typeof at === 'string' ? [{ at, kind: 'change', what, type, id, name, part }] : [];
  return [...moment(created, 'created', 0), ...(updated === created ? [] : moment(updated, 'changed', 1))];
}

/** When each user last changed the own password. */
async function passwordChanges({ table }: Operation, page: HistoryPage): Promise<Stretch> {
  const ids = new Map(page.users.map((id) => [credentialsKey(id).pk, id]));
  const rows = await table.getMany(page.users.map(credentialsKey), true);
  const moments = rows.flatMap(({ pk, 'changed-at': at }): HistoryMoment[] => {
    const id = ids.get(String(pk));
    const what = 'password changed';
    return id && typeof at === 'string' ? [{ at, kind: 'change', what, type: users.type, id, part: 2 }] : [];
  });
  return { moments, from: '' };
}

async function requestSteps(operation: Operation, owned: Owned): Promise<Stretch> {
  const { ids, from } = await changedIds(operation, distributionRequests, owned);
  const records = await findRecords(operation, distributionRequests, ids);
  return { moments: records.flatMap((record) => requestMoments(record).map(asChange)), from };
}

async function deliverySteps(operation: Operation, owned: Owned): Promise<Stretch> {
  const { ids, from } = await changedIds(operation, deliveries, owned);
  const records = await findRecords(operation, deliveries, ids);
  return { moments: records.flatMap((record) => deliveryMoments(record).map(asChange)), from };
}

/** Entries have the times of creation and of the last change, so records without moments are not read. */
async function changedIds(
  operation: Operation,
  resource: Resource,
  owned: Owned,
): Promise<{ ids: string[]; from: string }> {
  const { limit, after } = owned.page;
  const { entries, from } = await newestEntries(operation, resource, owned);
  const times = entries
    .flatMap(({ fields }) => [String(fields['created-at']), String(fields['updated-at'])])
    .filter((at) => at < timeOf(after))
    .sort();
  const oldest = times.at(-limit) ?? '';
  const ids = entries.filter(({ fields }) => String(fields['updated-at']) >= oldest).map(({ id }) => id);
  return { ids, from: ids.length < entries.length ? latest([from, `${oldest}#`]) : from };
}

const asChange = (moment: Moment, part: number): HistoryMoment => ({ ...moment, kind: 'change', part });

/** Entries of records that were created before the end of the previous page, the newest of long lists. */
async function newestEntries(
  { api, table }: Operation,
  resource: Resource,
  { page: { after }, owner }: Owned,
): Promise<{ entries: readonly Entry[]; from: string }> {
  const { type } = resource;
  const row = keyRowOf(api, resource);
  const list = { type, ownerId: owner, layout: layoutOf(resource, row) };
  const whole = row.journaled ? await readList(table, list).catch(unlessTooLong) : undefined;
  if (whole) return { entries: whole, from: '' };
  const entries: Entry[] = [];
  const partition = ownerKey(owner, type);
  const range = { index: 'by-owner', partition, newestFirst: true, limit: MAX_ENTRIES } as const;
  let upTo = highestId(timeOf(after));
  while (entries.length < MAX_ENTRIES) {
    const read = await table.query({ ...range, upTo });
    const some = readable(table, read, (item) => entryOf(resource, { item, ownerId: owner }));
    entries.push(...some.filter(({ fields }) => String(fields['created-at']) <= timeOf(after)));
    if (read.length < MAX_ENTRIES) return { entries, from: '' };
    upTo = sortableId(String(Number(String(read.at(-1)?.['pk']).slice(type.length + 1)) - 1));
  }
  return { entries, from: startOf(String(entries.at(-1)?.fields['created-at'])) };
}

const highestId = (before: string): string =>
  before === '~' ? before : sortableId(idAfter(new Date(before)));
