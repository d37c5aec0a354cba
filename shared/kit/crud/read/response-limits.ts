/**
 * The limits of one response: 1,500 read units and 6 MB. Before each round of reads, the units that it is
 * expected to take are added to those already spent. A rejection costs what the rounds before it have read,
 * and therefore at most about as much as the largest response.
 */
import { resourceOf } from '../../declare/api.ts';
import type { ShownRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ReadQuery } from '../../jsonapi/query.ts';
import type { Identifier } from '../../jsonapi/types.ts';
import { LEAST_UNITS } from '../../table/meter.ts';
import { type Problems, problem } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { linkListOf } from './linkage.ts';
import { heavyNames } from './views.ts';

/** Maximum units per request, without those of a search: about 12 MB of eventually consistent reads. */
const MAX_READ_UNITS = 1500;
/** Lambda's response limit. Texts that exceed it are not read. */
const MAX_BYTES = 6 * 1024 * 1024;
const BYTES_PER_UNIT = 8192;
/** JSON in JSON at most doubles the bytes of a text: all of its characters are escaped. */
const MAX_GROWTH = 2;
/** Of the resource object, for its links, names and quotation marks. */
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

export interface Reading {
  readonly context: Context;
  readonly shape: Shape;
  /** Whether units are limited in addition to bytes. */
  readonly isLimited: boolean;
  readonly nodes: ReadonlyMap<string, Node>;
}

/** @param further units of the next lookups. @throws response_too_large (400) */
export function checkUnits(reading: Reading, further = 0): void {
  const { readUnits, searchUnits = 0 } = reading.context.table.meter;
  let units = readUnits - searchUnits + further;
  let textUnits = 0;
  for (const node of reading.nodes.values()) {
    units += node.units;
    // Texts take at most two rows, and at least the rest of their units is full.
    if (node.record) textUnits += Math.max(0, node.units - 1);
  }
  if (textUnits * BYTES_PER_UNIT > MAX_BYTES || (reading.isLimited && units > MAX_READ_UNITS))
    throw tooLarge(reading);
}

/** Minimum units to read a record. Reference data is in memory. */
export const leastUnits = ({ owner }: Resource): number => (owner === 'platform' ? 0 : LEAST_UNITS);

interface Counted {
  readonly type: string;
  readonly counts?: ShownRecord['counts'] | undefined;
}

/** @returns the minimum units to look up and read what paths name, by the counts of records of one type. */
export function expectedUnits(context: Context, records: readonly Counted[], tree: Tree): number {
  const resource = records[0] && resourceOf(context.api, records[0].type);
  const each = Array.from(tree.keys(), (name) => {
    const relationship = resource?.relationships[name];
    if (!relationship?.many || relationship.kept) return { lists: 0, related: 0 };
    const { rows, counter } = linkListOf(context, relationship);
    const counts = records.map((record) => record.counts?.[counter]);
    const known = counts.map((count) => count ?? 0);
    // All records may link to the same records through a link type.
    const related = relationship.through ? Math.max(0, ...known) : sum(known);
    return {
      lists: counts.filter((count) => count !== 0).length * rows * LEAST_UNITS,
      related: related * leastUnits(resourceOf(context.api, relationship.type)),
    };
  });
  // Two relationships may lead to the same records.
  return sum(each.map(({ lists }) => lists)) + Math.max(0, ...each.map(({ related }) => related));
}

/**
 * Estimates the bytes of the response from the texts of its records. The body is JSON in JSON: a function
 * returns it as a text, in which quotation marks and backslashes are escaped again.
 * @throws response_too_large (400)
 */
export function checkBytes(reading: Reading, records: readonly ShownRecord[]): void {
  const { context, shape, nodes } = reading;
  const byType = Array.from(
    Map.groupBy(records, ({ type }) => type),
    ([type, same]) => {
      const { relationships, attributes } = resourceOf(context.api, type);
      const shownOf = (names: readonly string[]) =>
        names.filter((name) => shape.fields.get(type)?.has(name) ?? true);
      const bare =
        shownOf(Object.keys(relationships)).length * BYTES_PER_RELATIONSHIP +
        shownOf(Object.keys(attributes)).length * BYTES_PER_ATTRIBUTE;
      return { bare: bare * same.length, same, texts: shownOf(heavyNames(resourceOf(context.api, type))) };
    },
  );
  const bare = sum(byType.map((each) => each.bare));
  const units = sum(Array.from(nodes.values(), (node) => node.units));
  if (units === 0 || bare + units * BYTES_PER_UNIT * MAX_GROWTH <= MAX_BYTES) return;
  const bytes = byType.flatMap(({ same, texts }) =>
    same.flatMap(({ fields }) =>
      texts.map((name) => Buffer.byteLength(JSON.stringify(JSON.stringify(fields[name] ?? null)))),
    ),
  );
  if (bare + sum(bytes) > MAX_BYTES) throw tooLarge(reading);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** Suggests smaller requests. */
function tooLarge({ context, nodes, shape: { include, fields } }: Reading): Problems {
  const types = new Set(Array.from(nodes.values(), ({ type }) => type));
  const advice = [...types].flatMap((type) => {
    const names = heavyNames(resourceOf(context.api, type));
    const shown = names.filter((name) => fields.get(type)?.has(name) ?? true);
    return shown.length > 0 ? [`omit ${shown.join(' and ')} with fields[${type}]`] : [];
  });
  const first = include.length > 0 ? ['include less'] : [];
  const detail = ['request a smaller page', ...first, ...advice].join(', or ');
  const parameter = include.length > 0 ? 'include' : 'page[size]';
  return problem('response_too_large', `The response would need too many reads. To reduce them, ${detail}.`, {
    parameter,
  });
}
