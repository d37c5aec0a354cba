/** How each list is read, and what it costs however many records there are. */
import { beforeAll, describe, expect, it } from 'vitest';
import { showing } from '../../../bin/openapi/document/showing.ts';
import { albumDsps } from '../../../shared/catalogue/api/album-dsps.ts';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { creditLists } from '../../../shared/catalogue/credits/credit-lists.ts';
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { forget } from '../../../shared/kit/lists/list-memory.ts';
import { layoutOf } from '../../../shared/kit/records/layout.ts';
import { findRecord } from '../../../shared/kit/records/store.ts';
import { IDS_PER_BLOCK, newBlock, newId } from '../../../shared/kit/table/ids.ts';
import type { KeyRow } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { matchLists } from '../../../shared/matching/lists/match-lists.ts';
import { api } from '../../../shared/service/api.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import { foldList } from '../../support/fold-list.ts';
import { writeRows } from '../../support/rows-of.ts';
import { seed } from '../../support/seed.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { withTable } from '../../support/table.ts';
import { service } from './service.ts';

withTable();
withBucket();
const keys: Readonly<Record<string, KeyRow>> = api.keys;

/** Where lists come from that have none of the usual sources. */
const particular: Readonly<Record<string, string>> = {
  'album-dsps': 'the snapshot of albums',
  'webhook-events': 'the history of 30 days',
  'royalty-summaries': 'the only one of an owner',
  'royalty-statements': 'what imports brought in a range of months',
  'track-trends': 'rows of plays in a range of days',
  'album-trends': 'rows of plays in a range of days',
  'artist-trends': 'rows of plays in a range of days',
};

/** Lists of everything of an owner, not of what is related to one record. */
const lists = service.routes.flatMap((route): { route: Route; resource: Resource }[] => {
  const { serving, path } = route;
  if (serving.does === 'endpoint' || serving.does === 'related' || path.includes('{id}')) return [];
  const { resource, parameters } = showing(service.definitions, serving);
  return route.method === 'GET' && parameters === 'list' ? [{ route, resource }] : [];
});

function sourceOf({ type, owner, quota }: Resource): string | undefined {
  if (owner === 'platform') return 'memory';
  if (keys[type]?.journaled) return 'snapshot';
  return quota ? `${quota.max} at most` : particular[type];
}

it('every list is in memory, limited or read from a snapshot, whatever its length', () => {
  const unknown = lists.filter(({ resource }) => sourceOf(resource) === undefined);
  const advice = 'Journal these types in their key rows, or give them a quota.';
  expect(
    unknown.map(({ route }) => route.path),
    advice,
  ).toEqual([]);
  expect(lists.length).toBeGreaterThan(20);
});

/** More than are read from an index before a list counts as long. */
const COUNT = 300;
const PAGE = 20;
const MIDDLE = '&page[number]=8';
/** Of a record as of a moment ago, of a track with its credits. Rows with several records are read as last written. */
const unitsOfEach = ({ type }: Resource): number => {
  const { within, covering } = keys[type] ?? {};
  if (covering) return 0;
  return type === 'tracks' || (within && type !== 'album-dsps') ? 1 : 0.5;
};

const ownerOf = ({ owner }: Resource, { userId, organizationId }: Person): string =>
  owner === 'organization' ? organizationId : userId;

/** Copies of the record, and nothing beside them. */
async function copy(resource: Resource, ada: Person, id: string): Promise<void> {
  const ownerId = ownerOf(resource, ada);
  const packed = { 'track-matches': matchLists, 'track-credits': creditLists }[resource.type];
  if (!packed) {
    const record = await findRecord({ table: new Table() }, resource, id);
    await seed(definitions, {
      type: resource.type,
      ownerId,
      count: COUNT,
      fieldsOf: () => record?.fields ?? {},
    });
    return;
  }
  const [record] =
    (await service.definitions.sources[resource.type]?.find([id], { table: new Table(), now: new Date() })) ??
    [];
  const parentId = String(record?.fields['track']);
  const {
    items: [item],
  } = await packed.read(new Table(), { parentId, ownerId });
  const rows = Array.from({ length: COUNT }, () => {
    const now = new Date();
    const items = [{ ...item, id: newBlock(now) * IDS_PER_BLOCK }] as never;
    return packed.movedRows({ parentId: newId(now), ownerId, items, changes: 1 });
  });
  await writeRows(rows.flat());
}

const read = [
  ...lists.filter(({ resource }) => sourceOf(resource) === 'snapshot' || resource.type === 'album-dsps'),
];

describe.each(read.map(({ route, resource }) => [route.path, route, resource] as const))(
  'the list at %s',
  (path, { group }, resource) => {
    let ada: Person;
    const cost = async (query = '') => {
      const { response, ...units } = await costOf(service.handlerOf(group) as never, 200, {
        path: `${path}?page[size]=${PAGE}${query}`,
        token: ada.token,
      });
      return {
        ...units,
        ids: response.body.data.map(({ id }: { id: string }) => id),
        total: response.body.meta.page.total,
      };
    };
    let few: Awaited<ReturnType<typeof cost>>;
    let fromIndex: Awaited<ReturnType<typeof cost>>;
    beforeAll(async () => {
      ada = await newAdmin();
      const id = await service.newRecordOf(resource.type, ada);
      few = await cost();
      const isDerived = resource.type === albumDsps.type;
      const kept: Resource = isDerived ? albums : resource;
      await copy(kept, ada, isDerived ? await service.recordOf(albums.type, ada) : id);
      fromIndex = await cost(MIDDLE);
      const ownerId = ownerOf(kept, ada);
      await foldList(kept.type, ownerId);
      forget({ type: kept.type, ownerId, layout: layoutOf(kept, keys[kept.type] ?? {}) });
    });

    it(`costs little more than its page for more than ${COUNT} records, even at first`, async () => {
      const cold = await cost(MIDDLE);
      const warm = await cost(MIDDLE);
      expect([cold.ids, cold.total]).toEqual([fromIndex.ids, fromIndex.total]);
      expect(warm.ids).toEqual(cold.ids);
      const page = PAGE * unitsOfEach(resource);
      expect(few.readUnits).toBeLessThanOrEqual(4);
      expect(warm.readUnits).toBeLessThanOrEqual(page + 1);
      expect(cold.readUnits).toBeLessThanOrEqual(page + 14);
    });

    it('shows a record as soon as it is created', async () => {
      const id = await service.newRecordOf(resource.type, ada);
      const first = await cost();
      const last = await cost(`&page[number]=${Math.ceil(first.total / PAGE)}`);
      expect([...first.ids, ...last.ids]).toContain(id);
    });
  },
);
