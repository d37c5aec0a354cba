/** The whole interface as data: every declaration, checked against the others when the program loads. */
import type { KeyRow } from '../../table/keys.ts';
import type { StoredRecord } from '../../table/records.ts';
import type { Endpoint } from './endpoint.ts';
import type { Resource } from './resource.ts';

export interface Api<R extends Resource = Resource, E extends Endpoint = Endpoint> {
  readonly resources: readonly R[];
  readonly endpoints: readonly E[];
  readonly keys: Readonly<Record<string, KeyRow>>;
  /** The records of platform-owned resources, by type: read once, on first use. */
  readonly reference: Readonly<Record<string, () => readonly StoredRecord[]>>;
}

type TypeOf<R extends Resource> = R['type'];
type PlatformType<R extends Resource> = R extends { owner: 'platform' } ? R['type'] : never;

/** @throws with a remedy when declarations do not fit together. */
export function defineApi<const R extends Resource, const E extends Endpoint>(api: {
  readonly resources: readonly R[];
  readonly endpoints: readonly E[];
  readonly keys: Readonly<Record<Exclude<TypeOf<R>, PlatformType<R>>, KeyRow>>;
  readonly reference: Readonly<Record<PlatformType<R>, () => readonly StoredRecord[]>>;
}): Api<R, E> {
  for (const resource of api.resources) checkResource(api, resource);
  return api;
}

/** The declaration of a type. @throws when nobody declared it: a fault of the program, not of a request. */
export function resourceOf(api: Pick<Api, 'resources'>, type: string): Resource {
  const resource = api.resources.find((each) => each.type === type);
  if (!resource) throw new Error(`Nobody declared the type ${type}: add it to shared/api/index.ts.`);
  return resource;
}

function checkResource(api: Api, resource: Resource): void {
  const { type, relationships, attributes, smartCreation } = resource;
  const row = api.keys[type] ?? {};
  if (resource.owner !== 'platform' && !api.keys[type]) {
    throw new Error(`${type} has no key row: add one to keyRows in shared/table/keys.ts.`);
  }
  if (resource.owner === 'platform' && !api.reference[type]) {
    throw new Error(`${type} is reference data without records: add them to the API's reference.`);
  }
  for (const [name, relationship] of Object.entries(relationships)) {
    const target = resourceOf(api, relationship.type);
    const inverse = relationship.many ? relationship.inverse : null;
    if (inverse && target.owner !== 'platform' && !linksOf(api, target.type).includes(inverse)) {
      throw new Error(
        `${type}.${name} needs ${target.type}.${inverse} as firstLink or secondLink of its key row.`,
      );
    }
  }
  for (const { field, from } of Object.values(resource.filters)) {
    const relationship = relationships[field];
    if (from === 'related' && !(relationship?.many && relationship.inverse))
      throw new Error(
        `${type}: a filter asks what ${field} has, which is no to-many relationship with an inverse.`,
      );
  }
  for (const path of resource.includes) checkInclude(api, resource, path);
  for (const field of [row.firstLink, row.secondLink].filter((each) => each !== undefined)) {
    if (relationships[field]?.many !== false)
      throw new Error(`${type}: the link ${field} is no to-one relationship.`);
  }
  if (smartCreation && row.unique?.[smartCreation.by] !== 'owner') {
    throw new Error(
      `${type}: smart creation by ${smartCreation.by} needs unique: { ${smartCreation.by}: 'owner' }.`,
    );
  }
  if (row.sortedBy && !(row.sortedBy in attributes))
    throw new Error(`${type}: no attribute ${row.sortedBy} to sort by.`);
}

function checkInclude(api: Api, resource: Resource, path: string): void {
  let at = resource;
  for (const name of path.split('.')) {
    const relationship = at.relationships[name];
    if (!relationship)
      throw new Error(`${resource.type}: include ${path} names no relationship of ${at.type}.`);
    at = resourceOf(api, relationship.type);
  }
}

const linksOf = (api: Api, type: string): (string | undefined)[] => {
  const { firstLink, secondLink } = api.keys[type] ?? {};
  return [firstLink, secondLink];
};
