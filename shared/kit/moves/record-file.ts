/** The file of a type of records, which may contain what is stored beside them. */

import { type Api, keyRowOf } from '../declare/api.ts';
import type { Stored } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { plan } from '../records/changes.ts';
import { linkedIds } from '../records/counts.ts';
import { guardedLinkings } from '../records/linked-records.ts';
import { relatedType } from '../records/links.ts';
import { initialFields } from '../records/rows.ts';
import type { Store } from '../records/store.ts';
import type { Json } from '../table/item.ts';
import { linkIndexOf, linkKey, ownerKey } from '../table/keys.ts';
import { keyOf } from '../table/merge.ts';
import type { Write } from '../table/write.ts';
import { compareRecords } from './compare-records.ts';
import {
  claimOf,
  type Fitting,
  type Line,
  type LineAddress,
  type MovedFile,
  type Moving,
  type Need,
  recordNeed,
} from './moved-file.ts';
import { lineOf, parseLine, type RecordLine, readLine, recordIn, recordLayout } from './record-line.ts';
import { neededFrom, offeredBy } from './required-links.ts';
import { opened, sealed } from './sealed.ts';
import { wholeRecords } from './whole-records.ts';
import { writeRecords } from './write-records.ts';

/** What is stored beside a record. */
interface Beside {
  readonly members?: Readonly<Record<string, Json>>;
  /** Undefined if the record has none, or if the export omits secrets. */
  readonly secret?: string | undefined;
}

export interface Particulars<D extends Resource> {
  /** Attributes with secrets, which are not in lines. */
  readonly omitted?: readonly string[];
  /** @returns what else is in the lines, by the id of the record. */
  readonly readBeside?: (store: Store, records: readonly Stored<D>[]) => Promise<ReadonlyMap<string, Beside>>;
  /** @returns the record as written to this stage, and the writes beside it. */
  readonly restore?: (store: Store, record: Stored<D>, beside: Beside) => Restored<D> | Promise<Restored<D>>;
  /** @returns what else its line needs of others, and offers them. */
  readonly fitting?: (record: Stored<D>) => Partial<Fitting>;
  /** Whether work on the record has not ended. */
  readonly isUnfinished?: (record: Stored<D>) => boolean;
  /** Starts what follows. Idempotent. */
  readonly finish?: (store: Store, record: Stored<D>, finishing: Finishing) => Promise<void>;
}

interface Finishing {
  /** Whether to continue unfinished work. */
  readonly takesOver: boolean;
  /** What else the line of the record has. */
  readonly members: Readonly<Record<string, Json>>;
}

interface Restored<D extends Resource> {
  readonly record: Stored<D>;
  readonly writes: readonly Write[];
}

const PAGE = 100;
/** The sort keys of the index are digits and times, which sort between these. */
const [BEHIND, LAST] = ['!', '~'];

export function recordFile<D extends Resource>(resource: D, particulars: Particulars<D> = {}): MovedFile {
  const { type } = resource;
  const { omitted = [], readBeside, restore, fitting, isUnfinished, finish } = particulars;
  // Lines are inspected with the declaration before they become records.
  const recordOf = (line: RecordLine) => recordIn(resource, initialFields(resource), line) as Stored<D>;
  const toLine = (record: Stored<D>) => lineOf(resource, omitted, record);
  const linesOf = async (moving: Moving, ids: readonly string[]) => {
    const records = await wholeRecords(moving.table, resource, ids);
    const beside = await readBeside?.(moving, records);
    return records.map((record) => ({ ...toLine(record), ...shown(moving, type, record.id, beside) }));
  };
  const compare = (store: Store, lines: readonly Line[]) =>
    compareRecords(store, lines.map(parseLine), { resource, recordOf, toLine });
  return {
    name: type,
    owner: resource.owner === 'organization' ? 'organization' : 'user',
    layout: recordLayout(resource, omitted),

    async read(reading, owner, after = '') {
      const partition = ownerKey(owner, type);
      const range = { from: `${after}${BEHIND}`, upTo: LAST };
      const entries = await reading.table.query({ index: 'by-owner', partition, limit: PAGE, ...range });
      const ids = entries.map(({ pk }) => String(pk).slice(type.length + 1));
      const lines = await linesOf(reading, ids.filter(reading.isKept));
      return { lines, next: entries.length < PAGE ? undefined : String(entries.at(-1)?.['ownerSort']) };
    },

    readAgain: async (moving, place) => linesOf(moving, await idsAt(moving, resource, place)),

    inspect(api, line) {
      const read = readLine(resource, omitted, line);
      if ('faults' in read) return read;
      const record = recordOf(read.line);
      const { needs = [], offers = [], least = [] } = fitting?.(record) ?? {};
      return {
        owner: record.ownerId,
        id: record.id,
        claims: claimsOf(api, resource, record),
        offers: [...offeredBy(api, resource, record), ...offers],
        needs: [...linksOf(resource, record), ...neededFrom(resource, record), ...needs],
        least,
        isUnfinished: isUnfinished?.(record) ?? false,
      };
    },

    check: compare,

    write(moving, lines) {
      const written = async (line: Line) => {
        const parsed = parseLine(line);
        const { beside: members = {}, sealed: text } = parsed;
        const record = recordOf(parsed);
        if (!restore) return { record, writes: [] };
        return restore(moving, record, { members, secret: opened(moving, text, claimOf(type, record.id)) });
      };
      return writeRecords(moving, lines, { resource, written, compare });
    },

    ...(finish && {
      async finish(store, lines, { takesOver }) {
        const parsed = new Map(lines.map(parseLine).map((line) => [line.id, line]));
        for (const record of await wholeRecords(store.table, resource, [...parsed.keys()]))
          await finish(store, record, { takesOver, members: parsed.get(record.id)?.beside ?? {} });
      },
    }),
  };
}

function shown(moving: Moving, type: string, id: string, all: ReadonlyMap<string, Beside> | undefined) {
  const { members, secret } = all?.get(id) ?? {};
  const text = secret === undefined ? undefined : sealed(moving, secret, claimOf(type, id));
  return { ...(members && { beside: members }), ...(text !== undefined && { sealed: text }) };
}

type Declarations = Pick<Api, 'resources' | 'keys'>;

/** What no other record may have: its id, its unique values, and its slots among the records that link to one record. */
function claimsOf(api: Declarations, resource: Resource, after: Stored): string[] {
  const planned = plan(api, [{ resource, after, sharing: true }]);
  const values = planned.flatMap(({ write, meaning }) => {
    if (meaning.is !== 'taken') return [];
    const member =
      write.condition && 'missing' in write.condition ? [write.condition.missing].flat().join() : '';
    const { pk, sk } = keyOf(write);
    return [`${pk} ${sk} ${member}`];
  });
  return [claimOf(resource.type, after.id), ...new Set(values)];
}

const linksOf = ({ relationships }: Resource, record: Stored): Need[] =>
  Object.entries(relationships).flatMap(([name, { kept, type }]) =>
    kept ? linkedIds(record, name).map((id) => recordNeed(type, id)) : [],
  );

/** @returns the ids of the records at a place. */
async function idsAt(
  { api, table }: Moving,
  resource: Resource,
  { id, owner, by }: LineAddress,
): Promise<string[]> {
  if (by === undefined) return [id];
  const { type, relationships } = resource;
  const target = { type: relatedType({ relationships }, by), id, ownerId: owner };
  const row = keyRowOf(api, resource);
  if (row.links?.[by]?.max !== undefined) {
    const { linkings } = await guardedLinkings({ api, table }, target, { resource, by });
    return linkings.map((each) => each.id);
  }
  const partition = linkKey(owner, type, target);
  const entries = await table.query({ index: linkIndexOf(row, by).name, partition });
  return entries.map(({ pk }) => String(pk).slice(type.length + 1));
}
