/**
 * The limits of one response: 1,500 read units and 6 MB. Before each round of reads, the units that are known
 * to be necessary are added to those already spent. Before more than 240 are spent, the response is estimated
 * from a sample, so that a rejection costs at most 300.
 */
import { resourceOf } from '../../declare/api.ts';
import type { ShownRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ReadQuery } from '../../jsonapi/query.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import { LEAST_UNITS } from '../../table/meter.ts';
import { type Problems, problem } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { linkageKey, linkListOf } from './linkage.ts';
import { heavyNames } from './views.ts';

/** Maximum units per request, without those of a search: about 12 MB of eventually consistent reads. */
export const MAX_READ_UNITS = 1500;
/** Before more units are spent, the rest is estimated. With its sample, a rejection costs at most 300. */
const CHEAP_UNITS = 240;
/** Finding the page in a long index may have taken more, so that these are left for the records. */
const LEAST_CHEAP_UNITS = 100;
/** Minimum units to read of each group of records for an estimate. */
export const UNITS_PER_SAMPLE = 50;
/** Lambda's response limit. Texts that exceed it are not read. */
const MAX_BYTES = 6 * 1024 * 1024;
const BYTES_PER_UNIT = 8192;
/** JSON in JSON at most doubles the bytes of a text: all of its characters are escaped. */
const MAX_GROWTH = 2;
/** Bytes of the resource object for each relationship or attribute: its links, names and quotation marks. */
const BYTES_PER_RELATIONSHIP = 280;
const BYTES_PER_ATTRIBUTE = 60;

/** The parts of a query that shape the document. */
export type Shape = Pick<ReadQuery, 'include' | 'fields'>;

/** Include paths as a tree of relationship names. */
export type Tree = Map<string, Tree>;

/** A record of the response. */
export interface Node extends Identifier {
  /** Undefined until it is read, null if it is deleted or another owner's. */
  record?: ShownRecord | null;
  /** Expected units of what is still to be read: the record, then its texts. */
  units: number;
}

export interface ReadResponse {
  readonly context: Context;
  readonly shape: Shape;
  /** Whether units are limited in addition to bytes. */
  readonly isLimited: boolean;
  /** Units spent before the records of the response were read. */
  readonly spentBefore: number;
  readonly nodes: ReadonlyMap<string, Node>;
  /** Looked-up linkage by `linkageKey`. */
  readonly linkage: ReadonlyMap<string, readonly Identifier[]>;
}

/** What is still to be read for a response. */
export interface Size {
  units: number;
  /** The part of `units` that texts take. */
  textUnits: number;
}

export const spentUnits = ({ table: { meter } }: Context): number =>
  meter.readUnits - (meter.searchUnits ?? 0);

/** @returns what is still to be read of nodes. */
export function sizeOf(nodes: Iterable<Node>): Size {
  const size = { units: 0, textUnits: 0 };
  for (const { record, units } of nodes) {
    size.units += units;
    // Texts take at most two rows, and at least the rest of their units is full.
    if (record) size.textUnits += Math.max(0, units - 1);
  }
  return size;
}

export function add(size: Size, { units, textUnits }: Size, times = 1): void {
  size.units += units * times;
  size.textUnits += textUnits * times;
}

/** @param further units of the next lookups. @returns the minimum size of the response. */
export function knownSize(reading: ReadResponse, further = 0): Size {
  const size = sizeOf(reading.nodes.values());
  add(size, { units: spentUnits(reading.context) + further, textUnits: 0 });
  return size;
}

/** @throws response_too_large (400) */
export function checkSize(reading: ReadResponse, { units, textUnits }: Size): void {
  if (textUnits * BYTES_PER_UNIT > MAX_BYTES || (reading.isLimited && units > MAX_READ_UNITS))
    throw tooLarge(reading);
}

/** @returns the units that can be spent without an estimate. Negative if more were spent. */
export const unitsLeft = (reading: ReadResponse): number =>
  Math.max(CHEAP_UNITS, reading.spentBefore + LEAST_CHEAP_UNITS) - spentUnits(reading.context);

/** @returns whether the next rounds make a rejection expensive, so that the rest is estimated first. */
export function isCostly(reading: ReadResponse, { units }: Size): boolean {
  const left = unitsLeft(reading);
  return left >= 0 && units - spentUnits(reading.context) > left;
}

/** @returns at most this many elements, at even distances. */
export const spread = <T>(list: readonly T[], most: number): T[] => {
  const step = Math.max(1, list.length / most);
  return list.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
};

/** Minimum units to read a record. Reference data is in memory. */
export const leastUnits = ({ owner }: Resource): number => (owner === 'platform' ? 0 : LEAST_UNITS);

interface Counted extends Identifier {
  readonly counts?: ShownRecord['counts'] | undefined;
}

/** @returns the minimum further units of what paths name, by the counts of records of one type. */
export function expectedUnits(reading: ReadResponse, records: readonly Counted[], tree: Tree): number {
  const { context, nodes, linkage } = reading;
  const resource = records[0] && resourceOf(context.api, records[0].type);
  const each = Array.from(tree.keys(), (name) => {
    const relationship = resource?.relationships[name];
    if (!relationship?.many || relationship.kept) return { lists: 0, related: 0 };
    const { type, through } = relationship;
    const { rows, counter } = linkListOf(context, relationship);
    const unread = records.filter(
      (record) => record.counts?.[counter] !== 0 && !linkage.has(linkageKey(record, name)),
    );
    const least = records.map(({ counts }) => counts?.[counter] ?? 0);
    // All records may link to the same records through a link type.
    const related = through ? Math.max(0, ...least) : sum(least);
    const reached = Array.from(nodes.values()).filter((node) => node.type === type).length;
    return {
      lists: unread.length * rows * LEAST_UNITS,
      related: Math.max(0, related - reached) * leastUnits(resourceOf(context.api, type)),
    };
  });
  // Two relationships may lead to the same records.
  return sum(each.map(({ lists }) => lists)) + Math.max(0, ...each.map(({ related }) => related));
}

/** @returns whether the bytes of the texts decide if the response fits. */
export function areBytesUncertain(reading: ReadResponse, records: readonly ShownRecord[]): boolean {
  const { units } = sizeOf(reading.nodes.values());
  return units > 0 && bareBytes(reading, records) + units * BYTES_PER_UNIT * MAX_GROWTH > MAX_BYTES;
}

/**
 * Estimates the bytes of the response from the texts of its records. The body is JSON in JSON: a function
 * returns it as a text, in which quotation marks and backslashes are escaped again.
 * @param read.sample the records whose texts were read. @param read.times how many each of them stands for.
 * @throws response_too_large (400)
 */
export function checkBytes(
  reading: ReadResponse,
  records: readonly ShownRecord[],
  { sample, times }: { sample: readonly ShownRecord[]; times: number },
): void {
  const bytes = sample.flatMap(({ type, fields }) =>
    shownOf(reading, type, heavyNames(resourceOf(reading.context.api, type))).map((name) =>
      Buffer.byteLength(JSON.stringify(JSON.stringify(fields[name] ?? null))),
    ),
  );
  if (bareBytes(reading, records) + sum(bytes) * times > MAX_BYTES) throw tooLarge(reading);
}

/** @returns the bytes of records without their texts. */
const bareBytes = (reading: ReadResponse, records: readonly ShownRecord[]): number =>
  sum(
    Array.from(
      Map.groupBy(records, ({ type }) => type),
      ([type, same]) => {
        const { relationships, attributes } = resourceOf(reading.context.api, type);
        const countOf = (members: object) => shownOf(reading, type, Object.keys(members)).length;
        const each =
          countOf(relationships) * BYTES_PER_RELATIONSHIP + countOf(attributes) * BYTES_PER_ATTRIBUTE;
        return each * same.length;
      },
    ),
  );

const shownOf = ({ shape }: ReadResponse, type: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => shape.fields.get(type)?.has(name) ?? true);

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** Suggests smaller requests. */
function tooLarge(reading: ReadResponse): Problems {
  const { context, nodes, shape } = reading;
  const { include } = shape;
  const types = new Set(Array.from(nodes.values(), ({ type }) => type));
  const advice = [...types].flatMap((type) => {
    const shown = shownOf(reading, type, heavyNames(resourceOf(context.api, type)));
    return shown.length > 0 ? [`omit ${listed(shown)} with fields[${type}]`] : [];
  });
  const first = include.length > 0 ? ['include less'] : [];
  const detail = ['request a smaller page', ...first, ...advice].join(', or ');
  const parameter = include.length > 0 ? 'include' : 'page[size]';
  return problem('response_too_large', `The response would need too many reads. To reduce them, ${detail}.`, {
    parameter,
  });
}

/** @example "lyrics, extended-credits and title-translations" */
const listed = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]*)$/, ' and $1');
