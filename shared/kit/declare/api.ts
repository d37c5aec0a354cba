/** The declarations of one or more features, as data. Tests and synthesis check them with check-declarations.ts. */
import type { KeyRow } from '../table/keys.ts';
import type { Endpoint } from './endpoint.ts';
import type { Resource } from './resource.ts';

export interface Api<
  R extends Resource = Resource,
  E extends Endpoint = Endpoint,
  K = Readonly<Record<string, KeyRow>>,
> {
  readonly resources: readonly R[];
  readonly endpoints: readonly E[];
  readonly keys: K;
}

type PlatformType<R extends Resource> = R extends { owner: 'platform' } ? R['type'] : never;
type Keys<R extends Resource> = Readonly<Record<Exclude<R['type'], PlatformType<R>>, KeyRow>>;
type Intersection<T> = (T extends T ? (each: T) => void : never) extends (all: infer I) => void ? I : never;

/**
 * @param api the resources, the endpoints if there are any, and a key row for every type that is not reference data.
 * @returns the same, with its types known to the compiler.
 * @example
 * defineApi({ resources: [labels, genres], endpoints: [signIn], keys: { labels: { unique: { name: 'owner' } } } })
 */
export const defineApi = <
  const R extends Resource,
  const K extends Keys<R>,
  const E extends Endpoint = never,
>(
  api: Pick<Api<R, E, K>, 'resources' | 'keys'> & Partial<Pick<Api<R, E>, 'endpoints'>>,
): Api<R, E, K> => ({ endpoints: [], ...api });

/** @returns the declarations of all parts, without duplicates. */
export const combine = <A extends Api>(
  parts: readonly A[],
): Api<A['resources'][number], A['endpoints'][number], Intersection<A['keys']>> => ({
  resources: [...new Set(parts.flatMap(({ resources }) => resources))],
  endpoints: [...new Set(parts.flatMap(({ endpoints }) => endpoints))],
  keys: Object.assign({}, ...parts.map(({ keys }) => keys)),
});

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

const undeclared = (type: string): Error =>
  new Error(
    `The type ${type} is not declared. Add it to declared.ts of its feature, and list the feature in the handler.`,
  );
