/** The line of a record: its attributes and relationships, with the API's names, and members beside them. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import type { Declared, StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { digestOf } from '../table/digest.ts';
import type { Item, Json } from '../table/item.ts';
import type { Line } from './moved-file.ts';
import { missingLinks } from './required-links.ts';

const json = v.record(
  v.string(),
  v.custom<Json>((value) => value !== undefined),
);
const linkage = v.union([v.nullable(v.string()), v.array(v.string())]);

const lineSchema = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1)),
  owner: v.pipe(v.string(), v.regex(/^\d{1,16}$/)),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  attributes: json,
  relationships: v.record(v.string(), linkage),
  /** The contents of rows beside the record. */
  beside: v.optional(json),
  /** A secret, encrypted with the passphrase of the export. */
  sealed: v.optional(v.string()),
});

export type RecordLine = v.InferOutput<typeof lineSchema>;

export const parseLine = (line: Line): RecordLine => v.parse(lineSchema, line);

/** Stored attributes and relationships, except secrets. */
const movedNames = ({ attributes, relationships }: Declared, omitted: readonly string[]) => ({
  attributes: Object.entries(attributes).flatMap(([name, { kept, apart }]) =>
    (kept || apart) && !omitted.includes(name) ? [name] : [],
  ),
  relationships: Object.entries(relationships).flatMap(([name, { kept }]) => (kept ? [name] : [])),
});

export function recordLayout(resource: Declared, omitted: readonly string[]): string {
  const { attributes, relationships } = movedNames(resource, omitted);
  const names = [...attributes, ';', ...relationships].toSorted().join();
  return digestOf(names).slice(0, 6);
}

/** @param record with all attributes that are stored apart. */
export function lineOf(resource: Declared, omitted: readonly string[], record: StoredRecord): RecordLine {
  const names = movedNames(resource, omitted);
  const { id, ownerId: owner, version, fields } = record;
  const some = (of: readonly string[]) => Object.fromEntries(of.map((name) => [name, fields[name] ?? null]));
  const relationships = some(names.relationships) as RecordLine['relationships'];
  return { id, owner, version, attributes: some(names.attributes), relationships };
}

/** @returns the faults of a line, or the line. Omitted members get their initial values. */
export function readLine(
  resource: Resource,
  omitted: readonly string[],
  line: unknown,
): { readonly faults: readonly string[] } | { readonly line: RecordLine } {
  const { success, output, issues } = v.safeParse(lineSchema, line);
  if (!success)
    return { faults: issues.map((issue) => `${v.getDotPath(issue) ?? 'The line'}: ${issue.message}`) };
  const names = movedNames(resource, omitted);
  const faults = [
    ...(resource.idPattern.test(output.id) ? [] : [`The id ${output.id} is not an id of ${resource.type}.`]),
    ...unknown(names.attributes, output.attributes),
    ...unknown(names.relationships, output.relationships),
    ...Object.entries(output.attributes).flatMap(([name, value]) => valueFaults(resource, name, value)),
    ...Object.entries(output.relationships).flatMap(([name, value]) => {
      const isFitting = Array.isArray(value) === resource.relationships[name]?.many;
      return isFitting || !names.relationships.includes(name) ? [] : [`${name} has the wrong format.`];
    }),
    ...missingLinks(resource, output.relationships).map((name) => `${name} is required.`),
  ];
  return faults.length > 0 ? { faults } : { line: output };
}

const unknown = (known: readonly string[], members: object): string[] =>
  Object.keys(members).flatMap((name) =>
    known.includes(name) ? [] : [`This version of the service does not know ${name}.`],
  );

function valueFaults({ attributes }: Resource, name: string, value: Json): string[] {
  const attribute = attributes[name];
  if (!attribute || isDeepStrictEqual(value, attribute.initial)) return [];
  const { success, issues } = v.safeParse(attribute.schema, value);
  return success ? [] : [`${name} ${issues[0].message}.`];
}

/** @param initial values of omitted members. */
export const recordIn = (
  { type }: Declared,
  initial: Item,
  { id, owner: ownerId, version, attributes, relationships }: RecordLine,
): StoredRecord => ({
  type,
  id,
  ownerId,
  version,
  fields: { ...initial, ...attributes, ...relationships },
});

/** Compares what the records have, without what is beside them and how often they were changed. */
export const isSameRecord = (left: RecordLine, right: RecordLine): boolean => {
  const bare = ({ beside: _, sealed: __, version: ___, ...rest }: RecordLine) => rest;
  return isDeepStrictEqual(bare(left), bare(right));
};
