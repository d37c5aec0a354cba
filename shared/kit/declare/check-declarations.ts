/** Checks declarations against each other, in tests and synthesis. */
import { linkIndexesOf } from '../table/keys.ts';
import { lookupIndexOf } from '../table/lookup-keys.ts';
import type { Definitions } from './definitions.ts';
import type { Resource } from './resource.ts';

type Checked = Pick<Definitions, 'resources' | 'keys' | 'reference' | 'views' | 'sources'>;
type Check = (api: Checked, resource: Resource) => Iterable<string>;

/**
 * @throws Error with all contradictions, and how to resolve them.
 * @example checkDeclarations(definitions)
 */
export function checkDeclarations(api: Checked): void {
  const contradictions = api.resources.flatMap((resource) =>
    checks.flatMap((check) => [...check(api, resource)]),
  );
  const problems = new Set([...strayParts(api), ...contradictions]);
  if (problems.size > 0) throw new Error([...problems].join('\n'));
}

const checks: readonly Check[] = [
  fields,
  relatedTypes,
  origin,
  toManyRelationships,
  deletions,
  filters,
  counts,
  includes,
  indexes,
  links,
  smartCreation,
  order,
];

const declared = ({ resources }: Checked, type: string): Resource | undefined =>
  resources.find((each) => each.type === type);

function* strayParts(api: Checked): Iterable<string> {
  for (const [what, parts] of Object.entries({ view: api.views, source: api.sources }))
    for (const type of Object.keys(parts))
      if (!declared(api, type)) yield `The type ${type} has a ${what}, but is not declared.`;
}

function* fields(_: Checked, { type, attributes, relationships }: Resource): Iterable<string> {
  for (const [name, { required, writable }] of Object.entries({ ...attributes, ...relationships })) {
    if (required && writable === 'never') yield `${type}.${name} cannot be both required and never writable.`;
    if (name in attributes && name in relationships)
      yield `${type}.${name} cannot be both an attribute and a relationship.`;
  }
}

function* relatedTypes(api: Checked, { relationships }: Resource): Iterable<string> {
  for (const relationship of Object.values(relationships))
    for (const type of [relationship.type, relationship.many ? relationship.through?.type : undefined])
      if (type !== undefined && !declared(api, type))
        yield `The type ${type} is not declared: add it to types in feature.ts.`;
}

/** Records come from reference data, rows or a source. */
function* origin({ keys, reference, sources }: Checked, { type, owner }: Resource): Iterable<string> {
  if (owner === 'platform' && !(type in reference))
    yield `The reference type ${type} has no records. Add them to shared/reference/records.ts.`;
  if (owner !== 'platform' && !keys[type]) yield `The type ${type} has no key row. Add one to its keys.ts.`;
  if (type in sources !== (keys[type]?.within ?? false))
    yield `The type ${type} needs both a source and within: true, or neither.`;
}

function* toManyRelationships(api: Checked, { type, relationships }: Resource): Iterable<string> {
  for (const [name, relationship] of Object.entries(relationships)) {
    if (!relationship.many) continue;
    const { type: target, inverse, through, writable } = relationship;
    if (relationship.linkage === 'single' && writable !== 'never')
      yield `${type}.${name} is looked up before a write, so it cannot be writable.`;
    if (inverse !== null && writable !== 'never')
      yield `${type}.${name} is an inverse. Make ${target}.${inverse} writable instead.`;
    const linking = declared(api, through?.type ?? target);
    const near = through ? through.near : inverse;
    if (linking && linking.owner !== 'platform' && near !== null && !api.keys[linking.type]?.links?.[near])
      yield `${type}.${name} needs the link ${near} in the key row of ${linking.type}.`;
    if (linking && through && linking.relationships[through.far]?.type !== target)
      yield `${type}.${name} uses ${through.type}.${through.far}, which is not a relationship to ${target}.`;
  }
}

/** Link lists and counts are deleted with their record, so linking records must cascade, clear or block. */
function* deletions(api: Checked, { type, relationships }: Resource): Iterable<string> {
  for (const [name, relationship] of Object.entries(relationships)) {
    const max = api.keys[type]?.links?.[name]?.max;
    const isChanged = !relationship.many && relationship.onDelete !== 'keep';
    if (isChanged && max === undefined)
      yield `${type}.${name} cascades or is cleared. Set the max of its link in the key row.`;
    const isKnown = max !== undefined || relationship.counted;
    const isDeletable = declared(api, relationship.type)?.operations.includes('delete');
    if (isKnown && isDeletable && !isChanged && !relationship.blocksDeletion)
      yield `${type}.${name} is listed or counted. Make it block deletion, cascade or be cleared.`;
  }
}

function* filters(api: Checked, resource: Resource): Iterable<string> {
  const { type, relationships } = resource;
  for (const { field, from, via } of Object.values(resource.filters)) {
    const relationship = relationships[field];
    if (from === 'links' && (!relationship || (relationship.many && !relationship.through)))
      yield `${type}: a filter on the links of ${field} requires a to-one relationship or a link type.`;
    if (from === 'count') yield* countedFilter(api, resource, field);
    if (via === undefined) continue;
    const further = relationship && declared(api, relationship.type)?.relationships[via];
    if (relationship?.many !== false || !further?.many || !further.through)
      yield `${type}: a filter on ${field} via ${via} requires a to-one relationship, then a link type.`;
  }
}

function* countedFilter(api: Checked, { type, relationships }: Resource, field: string): Iterable<string> {
  const relationship = relationships[field];
  const { through = null, inverse = null } = relationship?.many ? relationship : {};
  if (!relationship || (through === null && inverse === null))
    return yield `${type}: has('${field}') requires a to-many relationship with an inverse or a link type.`;
  const name = through ? `${through.type}.${through.near}` : `${relationship.type}.${inverse}`;
  if (declared(api, relationship.type)?.owner !== 'platform' && !isCounted(api, name, type))
    yield `${type}: has('${field}') requires a count. Make ${name} counted.`;
}

function* counts(api: Checked, { type, attributes }: Resource): Iterable<string> {
  for (const [name, { countOf }] of Object.entries(attributes))
    if (countOf !== null && !isCounted(api, countOf, type))
      yield `${type}.${name} counts ${countOf}, which is not a counted relationship to ${type}.`;
}

function isCounted(api: Checked, counter: string, type: string): boolean {
  const [from = '', name = ''] = counter.split('.');
  const relationship = declared(api, from)?.relationships[name];
  return (
    relationship?.type === type && (relationship.counted || (api.keys[from]?.links?.[name]?.max ?? 0) > 100)
  );
}

function* includes(api: Checked, resource: Resource): Iterable<string> {
  for (const path of resource.includes) {
    let at: Resource | undefined = resource;
    for (const name of path.split('.')) {
      const relationship: Resource['relationships'][string] | undefined = at?.relationships[name];
      if (at && !relationship)
        yield `${resource.type}: the include ${path} uses a relationship that ${at.type} does not have.`;
      at = relationship && declared(api, relationship.type);
    }
  }
}

/** Unbounded links and lookups need indexes. */
function* indexes({ keys }: Checked, { type }: Resource): Iterable<string> {
  const row = keys[type] ?? {};
  for (const choose of [linkIndexesOf, lookupIndexOf])
    try {
      choose(row);
    } catch (error) {
      yield `${type}: ${error instanceof Error ? error.message : error}`;
    }
}

function* links(api: Checked, { type, attributes, relationships }: Resource): Iterable<string> {
  for (const [link, { max = 0, by }] of Object.entries(api.keys[type]?.links ?? {})) {
    const relationship = relationships[link];
    if (relationship?.many !== false) yield `${type}: the link ${link} is not a to-one relationship.`;
    for (const field of by?.split('+') ?? [])
      if (!(field in attributes || field in relationships) || max === 0)
        yield `${type}: the link ${link} is unique by ${field}, which requires a declared field and a max.`;
    if (max > 0 && relationship && declared(api, relationship.type)?.owner === 'platform')
      yield `${type}: the link ${link} points to reference data, which all owners share. Remove its max.`;
  }
}

function* smartCreation({ keys }: Checked, { type, smartCreation: smart }: Resource): Iterable<string> {
  const unique = smart && keys[type]?.unique?.[smart.by];
  if (smart && (typeof unique === 'string' ? unique : unique?.scope) !== 'owner')
    yield `${type}: smart creation by ${smart.by} needs unique: { ${smart.by}: 'owner' }.`;
}

function* order({ keys }: Checked, { type, attributes }: Resource): Iterable<string> {
  const sortedBy = keys[type]?.sortedBy;
  if (sortedBy !== undefined && !(sortedBy in attributes))
    yield `${type} is sorted by ${sortedBy}, which is not an attribute.`;
}
