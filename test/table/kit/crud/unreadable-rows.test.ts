/** Rows that something else has written over, and values of other versions: reads of them fail, lists go on without them, and both name the row. */
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { albums } from '../../../../shared/catalogue/api/albums.ts';
import type { Attribute } from '../../../../shared/kit/declare/attribute.ts';
import type { Relationship } from '../../../../shared/kit/declare/relationship.ts';
import type { Resource } from '../../../../shared/kit/declare/resource.ts';
import { partsOf } from '../../../../shared/kit/declare/schema-parts.ts';
import { indexedFields } from '../../../../shared/kit/records/layout.ts';
import type { Item } from '../../../../shared/kit/table/item.ts';
import { type Key, type KeyRow, recordKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { unreadableRowsKey } from '../../../../shared/service/unreadable-rows.ts';
import { newAdmin, type Person, send } from '../../../support/calls.ts';
import { command, useStores } from '../../../support/distribution/stores.ts';
import { listen } from '../../../support/log.ts';
import { withTable } from '../../../support/table.ts';
import { service } from '../../conformance/service.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  process.env['QUEUE_NAMES'] = '{}';
  for (const name of ['WEBHOOK_DEAD_LETTER_URL', 'CHANGE_DEAD_LETTER_URL'])
    process.env[name] = process.env['STORE_QUEUE_URL'];
  ada = await newAdmin({ video: true, 'music-videos': true });
});

const UNKNOWN = 'unknown-value';
const keys: Readonly<Record<string, KeyRow>> = definitions.keys;

/** Types whose records have rows. */
const stored = definitions.resources.filter(
  ({ type, owner, operations }) => owner !== 'platform' && !keys[type]?.within && operations.includes('read'),
);

type Members = Readonly<Record<string, unknown>>;

interface Damage {
  readonly title: string;
  readonly row: Item;
}

const without = (row: Item, member: string): Item =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== member)) as Item;

/** @returns the row with another value of a field; undefined removes it. */
function withField(row: Item, name: string, value: unknown): Item {
  const place = name in Object(row['slim']) ? 'slim' : 'rest';
  const members = Object.entries({ ...Object(row[place]), [name]: value });
  return { ...row, [place]: Object.fromEntries(members.filter(([, each]) => each !== undefined)) } as Item;
}

const isReference = ({ type }: Relationship): boolean =>
  definitions.resources.some((each) => each.type === type && each.owner === 'platform');

const isClosed = ({ schema }: Attribute): boolean =>
  [schema, partsOf(schema).wrapped].some((each) => each && partsOf(each).type === 'picklist');

/** Every way in which a record can lack what all have, and have what none has. */
function damagesOf(resource: Resource, row: Item): Damage[] {
  const fields: Members = { ...Object(row['slim']), ...Object(row['rest']) };
  const attributes = Object.entries(resource.attributes).filter(([name]) => name in fields);
  const links = Object.entries(resource.relationships).filter(([name]) => name in fields);
  const indexed = indexedFields(resource, keys[resource.type] ?? {});
  const needed = attributes.filter(
    ([, { schema, initial }]) => initial === null && schema.type !== 'nullable',
  );
  const closed = attributes.filter(([, attribute]) => isClosed(attribute));
  const references = links.filter(([, link]) => isReference(link) && fields[link.type] !== null);
  return [
    ...['owner', 'version', 'slim', 'rest', 'counts'].map((name) => ({
      title: `lacks ${name}`,
      row: without(row, name),
    })),
    ...[...new Set([...indexed, ...needed.map(([name]) => name)])].map((name) => ({
      title: `lacks ${name}`,
      row: withField(row, name, undefined),
    })),
    ...closed.map(([name]) => ({ title: `has an unknown ${name}`, row: withField(row, name, UNKNOWN) })),
    ...references.map(([name, { many }]) => ({
      title: `has an unknown ${name}`,
      row: withField(row, name, many ? ['999999'] : '999999'),
    })),
  ];
}

const rowOf = async (key: Key): Promise<Item & Key> => {
  const row = await new Table().get(key);
  if (!row) throw new Error(`There is no row ${key.pk}.`);
  return { ...row, ...key };
};

/** @returns the responses to GETs, with what the log says of each. */
async function get({ group }: Resource, paths: readonly string[]) {
  const responses: { status: number; data: string; unreadable: unknown; log: string }[] = [];
  for (const path of paths) {
    const { lines, stop } = listen();
    const { status, body } = await send(service.handlerOf(group), { path, token: ada.token });
    stop();
    const { data, meta } = body;
    const unreadable = meta?.unreadable;
    responses.push({ status, data: JSON.stringify(data), unreadable, log: JSON.stringify(lines) });
  }
  return responses;
}

describe.each(stored.map((resource) => [resource.type, resource] as const))(
  'an unreadable row of %s',
  (type, resource) => {
    it('is a 500, and lists omit and name it, as does the log', async () => {
      const id = await service.recordOf(type, ada);
      const key = recordKey(type, id);
      const row = await rowOf(key);
      const paths = [`/${type}/${id}`, ...(resource.operations.includes('list') ? [`/${type}`] : [])];
      const whole = await get(resource, paths);
      expect(whole.map(({ status }) => status)).toEqual(paths.map(() => 200));
      const named = `The row ${key.pk} ${key.sk} cannot be read.`;
      const wrong: string[] = [];
      for (const { title, row: damaged } of damagesOf(resource, row)) {
        await new Table().putMany([{ ...damaged, ...key }]);
        const responses = await get(resource, paths);
        responses.forEach(({ status, data, unreadable, log }, at) => {
          const isRejected = status === 500 && log.includes(named);
          const isNamed = isDeepStrictEqual(unreadable, [{ type, id }]) && log.includes(named);
          const rest = at > 0 && status === 200 && isNamed && !data.includes(`"id":"${id}"`);
          // A list does not read what is not in the entries of its index.
          if (!isRejected && !rest && data !== whole[at]?.data)
            wrong.push(`${title}: ${paths[at]} is ${status} ${data}`);
        });
        if (responses[0]?.status !== 500) wrong.push(`${title}: ${paths[0]} is ${responses[0]?.status}`);
        if (responses[1]?.status === 500) wrong.push(`${title}: ${paths[1]} is 500`);
      }
      await new Table().putMany([row]);
      expect(wrong).toEqual([]);
    });
  },
);

it('reindex counts and skips unreadable rows, and status names the first', async () => {
  const id = await service.newRecordOf('albums', ada);
  const key = recordKey(albums.type, id);
  const row = await rowOf(key);
  await new Table().putMany([{ ...without(row, 'rest'), ...key }]);
  expect(await command('reindex', {})).toMatchObject({ unreadable: 1, finished: true });
  expect(await command('status', {})).toMatchObject({
    'unreadable-rows': expect.stringMatching(
      `^One row was found by reindex .* The row albums#${id} # cannot be read.`,
    ),
  });
  await new Table().putMany([row]);
  await command('reindex', {});
  expect(await command('status', {})).toMatchObject({ 'unreadable-rows': null });
  expect(await new Table().get(unreadableRowsKey)).toMatchObject({ count: 0, first: [] });
});
