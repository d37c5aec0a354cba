/** The declarations of one or more features, as data. check-declarations.ts checks them in tests. */
import type { KeyRow } from '../table/keys.ts';
import type { Endpoint } from './endpoint.ts';
import type { Resource } from './resource.ts';

export interface Api {
  readonly resources: readonly Resource[];
  readonly endpoints: readonly Endpoint[];
  readonly keys: Readonly<Record<string, KeyRow>>;
}

/** Caches declarations by type, because requests look them up many times. */
const byType = new WeakMap<Api['resources'], ReadonlyMap<string, Resource>>();

/** @throws Error if the type is not declared, which is a bug. */
export function resourceOf({ resources }: Pick<Api, 'resources'>, type: string): Resource {
  const types = byType.get(resources) ?? new Map(resources.map((each) => [each.type, each]));
  byType.set(resources, types);
  const resource = types.get(type);
  if (!resource) throw undeclared(type);
  return resource;
}

/**
 * @returns how the records of a type are stored. Reference data has no rows.
 * @throws Error if the type is not declared, because its links, counts and unique values would be skipped.
 */
export function keyRowOf(
  { keys }: Pick<Api, 'keys'>,
  { type, owner }: Pick<Resource, 'type' | 'owner'>,
): KeyRow {
  const row = keys[type];
  if (!row && owner !== 'platform') throw undeclared(type);
  return row ?? {};
}

const undeclared = (type: string): Error => new Error(`The type ${type} is not declared in this function.`);
