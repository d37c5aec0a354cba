/** The whole API as data: all declarations. Tests and synthesis check them against each other: check-declarations.ts. */
import type { KeyRow } from '../table/keys.ts';
import type { Endpoint } from './endpoint.ts';
import type { Resource } from './resource.ts';

export interface Api<R extends Resource = Resource, E extends Endpoint = Endpoint> {
  readonly resources: readonly R[];
  readonly endpoints: readonly E[];
  readonly keys: Readonly<Record<string, KeyRow>>;
}

type PlatformType<R extends Resource> = R extends { owner: 'platform' } ? R['type'] : never;

/**
 * Combines all declarations into one API.
 * @param api the resources, the endpoints, and a key row for every type that is not reference data.
 * @returns the same, with its types known to the compiler.
 * @example
 * const keys = { labels: { unique: { name: 'owner' } } };
 * const api = defineApi({ resources: [labels, genres], endpoints: [signIn], keys });
 */
export function defineApi<const R extends Resource, const E extends Endpoint>(api: {
  readonly resources: readonly R[];
  readonly endpoints: readonly E[];
  readonly keys: Readonly<Record<Exclude<R['type'], PlatformType<R>>, KeyRow>>;
}): Api<R, E> {
  return api;
}

/** Caches declarations by type, because requests look them up many times. */
const byType = new WeakMap<Api['resources'], ReadonlyMap<string, Resource>>();

/** @throws Error if the type is not declared, which is a bug. */
export function resourceOf({ resources }: Pick<Api, 'resources'>, type: string): Resource {
  const types = byType.get(resources) ?? new Map(resources.map((each) => [each.type, each]));
  byType.set(resources, types);
  const resource = types.get(type);
  if (!resource) throw new Error(`The type ${type} is not declared: add it to shared/service/api.ts.`);
  return resource;
}
