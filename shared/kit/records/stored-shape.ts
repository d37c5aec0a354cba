/**
 * Compares stored fields with their declaration. Only types and closed lists of values are compared: a row can have been written
 * before a rule of requests changed.
 */
import type * as v from 'valibot';
import type { Attribute, Schema } from '../declare/attribute.ts';
import type { Declared } from '../declare/fields.ts';
import { canExist } from '../declare/reference-ids.ts';
import type { Relationship } from '../declare/relationship.ts';
import { partsOf } from '../declare/schema-parts.ts';

type Fits = (value: unknown) => boolean;

/** Cached per declaration, because every record is compared. */
const shapes = new WeakMap<Declared, ReadonlyMap<string, Fits>>();

function shapeOf(resource: Declared): ReadonlyMap<string, Fits> {
  const known = shapes.get(resource) ?? new Map([...attributeShapes(resource), ...linkShapes(resource)]);
  shapes.set(resource, known);
  return known;
}

/**
 * @param fields of a record, or some of them.
 * @returns the first whose value this version of the service never writes.
 */
export function misshapen(resource: Declared, fields: Readonly<Record<string, unknown>>): string | undefined {
  const shape = shapeOf(resource);
  for (const name in fields) if (shape.get(name)?.(fields[name]) === false) return name;
  return undefined;
}

const attributeShapes = ({ attributes }: Declared): [string, Fits][] =>
  Object.entries(attributes).flatMap(([name, attribute]): [string, Fits][] =>
    attribute.kept || attribute.apart ? [[name, valueShape(attribute)]] : [],
  );

function valueShape({ schema, initial }: Attribute): Fits {
  const fits = schemaShape(schema);
  // Records can have the initial value before somebody has given them another one.
  return initial === null ? fits : (value) => value === initial || fits(value);
}

const linkShapes = ({ relationships }: Declared): [string, Fits][] =>
  Object.entries(relationships).flatMap(([name, relationship]): [string, Fits][] =>
    relationship.kept ? [[name, linkShape(relationship)]] : [],
  );

function linkShape(relationship: Relationship): Fits {
  const { type } = relationship;
  const isId: Fits = (value) => typeof value === 'string' && canExist(type, value);
  if (relationship.many) return (value) => Array.isArray(value) && value.every(isId);
  const isNeeded = (relationship.always || relationship.required) && relationship.onDelete !== 'clear';
  return isNeeded ? isId : (value) => value === null || isId(value);
}

/** Schemas of other types fit any value. A pipe has the type of its first schema. */
function schemaShape(schema: Schema): Fits {
  const { type, wrapped, item, entries } = partsOf(schema);
  const fitsWrapped = wrapped && schemaShape(wrapped);
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return (value) => typeof value === type;
    case 'picklist': {
      const { options } = schema as v.PicklistSchema<readonly (string | number)[], undefined>;
      const listed = new Set<unknown>(options);
      return (value) => listed.has(value);
    }
    case 'nullable':
      return (value) => value === null || fitsWrapped?.(value) !== false;
    case 'optional':
      return (value) => value === undefined || fitsWrapped?.(value) !== false;
    case 'array': {
      const fitsItem = item && schemaShape(item);
      return (value) => Array.isArray(value) && value.every((each) => fitsItem?.(each) !== false);
    }
    case 'object':
    case 'strict_object':
      return objectShape(entries ?? {});
    case 'custom':
      return (value) => value !== null && value !== undefined;
    default:
      return () => true;
  }
}

/** Later versions can have written further members. */
function objectShape(entries: Readonly<Record<string, Schema>>): Fits {
  const members = Object.entries(entries).map(([name, schema]) => [name, schemaShape(schema)] as const);
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    members.every(([name, fits]) => fits((value as Readonly<Record<string, unknown>>)[name]));
}
