/**
 * All kinds of rows, from the code: records, what is kept beside them, work, and each exported key. A kind is named by the pattern of
 * its keys, in which `*` is any text.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { anyFormerIsrc } from '../../../shared/catalogue/keys.ts';
import type { Relationship } from '../../../shared/kit/declare/relationship.ts';
import { apartNames } from '../../../shared/kit/records/apart.ts';
import { foldWork } from '../../../shared/kit/records/fold-work.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import {
  apartKey,
  journalKey,
  type Key,
  type KeyRow,
  linkListKey,
  recordKey,
  uniqueKey,
} from '../../../shared/kit/table/keys.ts';
import { dueValue } from '../../../shared/kit/work/due.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { kindsOfWork } from '../../../shared/service/kinds-of-work.ts';

const root = join(import.meta.dirname, '../../..');
const ANY = '*';

/** An argument of any type: as text it is `*`, and each of its members is the same. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, member) => (member === Symbol.toPrimitive ? () => ANY : anything),
  apply: () => anything,
});

const isKey = (value: unknown): value is Key =>
  typeof value === 'object' && value !== null && 'pk' in value && 'sk' in value;

/** Functions of more than one kind of rows, which are listed below for each type, or of a part of a kind. */
const general = new Set([
  'recordKey',
  'apartKey',
  'linkListKey',
  'uniqueKey',
  'sharerKey',
  'journalKey',
  'snapshotKey',
  'tallyKey',
  'rowKey',
  'entryKey',
  'organizationErasureKey',
]);

/** Before their sort keys, rows have the time. */
const stamped = new Set(['releaseChangeKey', 'renameKey']);

/** @returns the keys that modules export, by functions or as they are. */
async function exportedKeys(): Promise<Key[]> {
  const files = globSync('shared/**/*.ts', { cwd: root });
  const modules = await Promise.all(
    files.map(async (file) => (await import(join(root, file))) as Readonly<Record<string, unknown>>),
  );
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, exported]) => {
      if (!name.endsWith('Key') || general.has(name)) return [];
      const keys =
        typeof exported === 'function'
          ? keysBy(name, exported as (...given: unknown[]) => unknown)
          : [exported];
      const before = stamped.has(name) ? ANY : '';
      return keys.filter(isKey).map(({ pk, sk }) => ({ pk: String(pk), sk: `${before}${String(sk)}` }));
    }),
  );
}

function keysBy(name: string, make: (...given: unknown[]) => unknown): unknown[] {
  try {
    return (given[name] ?? [[anything, anything, anything]]).map((some) => {
      const key = make(...some);
      // Keys of encryption are read from the stage.
      if (key instanceof Promise) key.catch(() => undefined);
      return key;
    });
  } catch (error) {
    throw new Error(`Give ${name} arguments, so that the kind of its rows is known.`, { cause: error });
  }
}

const plays = { subject: { type: ANY, id: ANY }, month: ANY, dsp: ANY, album: ANY, importId: ANY };
/** For those that look into their arguments, once for each kind of their rows. */
const given: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  usageIndexKey: [[plays]],
  usagePlaysKey: [[plays]],
  movedUsageKey: [[ANY], [ANY, { pk: ANY, sk: ANY }]],
};

const rowsOfTypes = (): Key[] =>
  definitions.resources.flatMap((resource) => {
    const { type, owner } = resource;
    const row: KeyRow = (definitions.keys as Readonly<Record<string, KeyRow>>)[type] ?? {};
    if (owner === 'platform') return [];
    const links = Object.entries(row.links ?? {}).flatMap(([link, { max }]) => {
      const relationships: Readonly<Record<string, Relationship>> = resource.relationships;
      const target = relationships[link]?.type ?? '';
      if (max === undefined) return [];
      const key = linkListKey(ANY, { type: target, id: ANY }, { type, link, bucket: 0 });
      return [{ ...key, sk: key.sk.replace(/0$/, ANY) }];
    });
    const journals = [
      ...(row.journaled ? [journalKey(type, ANY, `20${ANY}`), journalKey(type, ANY, 'snapshot')] : []),
      ...(row.history ? [journalKey(type, ANY, 'tally'), journalKey(type, ANY, `work#reopened-${ANY}`)] : []),
    ];
    return [
      ...(row.within ? [] : [recordKey(type, ANY)]),
      ...(row.within ? [] : apartNames(resource).map((name) => apartKey(type, ANY, name))),
      ...(row.within ? [] : links),
      ...(row.within
        ? []
        : Object.keys(row.unique ?? {}).map((field) => uniqueKey(type, `${ANY}${field}${ANY}`, ANY))),
      ...journals,
    ];
  });

/** The ids of what the function of lists does have three parts. */
const workRows = (): Key[] =>
  kindsOfWork.map((kind) => kind.key(kind.queue === foldWork.queue ? `${ANY}#${ANY}#${ANY}` : ANY));

interface RowKind {
  readonly name: string;
  readonly has: (row: Item) => boolean;
}

const kindOf = ({ pk, sk }: Key): RowKind => {
  // Numbers are padded to be sorted as text.
  const [partition, sort] = [pk, sk].map((text) => text.replaceAll(/0+\*/g, ANY));
  const pattern = new RegExp(`^${[partition, sort].map((text) => escaped(text ?? '')).join(' ')}$`, 's');
  return { name: `${partition} ${sort}`, has: (row) => pattern.test(nameOf(row)) };
};

const nameOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

const escaped = (text: string): string =>
  text
    .split(/\*+/)
    .map((part) => part.replaceAll(/[^\w#-]/g, '\\$&'))
    .join('.*');

async function rowKinds(): Promise<readonly RowKind[]> {
  // Their function takes an ISRC, of which it makes the partition.
  const formerIsrcs = { pk: anyFormerIsrc, sk: ANY };
  const keys = [...rowsOfTypes(), ...workRows(), formerIsrcs, ...(await exportedKeys())];
  const names = new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key]));
  return [...names.values()].map(kindOf);
}

/** @returns the kinds of which there is no row. */
export async function missingKinds(rows: readonly Item[]): Promise<string[]> {
  return (await rowKinds()).filter(({ has }) => !rows.some(has)).map(({ name }) => name);
}

/** @returns the rows of no kind. */
export async function strayRows(rows: readonly Item[]): Promise<string[]> {
  const kinds = await rowKinds();
  return rows.filter((row) => !kinds.some(({ has }) => has(row))).map(nameOf);
}

/** @returns the kinds of work that is not done. */
export const dueKinds = (rows: readonly Item[]): string[] =>
  [
    ...new Set(rows.flatMap((row) => (dueValue(row, 'dueAt') ? [String(dueValue(row, 'dueKind'))] : []))),
  ].toSorted();
