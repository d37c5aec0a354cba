/** Checks all declarations against each other: in tests and when a stage is synthesized, not when a function starts. */
import { linkIndexesOf } from '../table/keys.ts';
import { lookupIndexOf } from '../table/lookup-keys.ts';
import type { Definitions } from './definitions.ts';
import type { Resource } from './resource.ts';

type Checked = Pick<Definitions, 'resources' | 'keys' | 'reference' | 'views' | 'sources'>;
type Check = (api: Checked, resource: Resource) => Iterable<string>;

/**
 * @throws Error with everything that contradicts itself. The messages say what to change.
 * @example checkDeclarations(definitions)
 */
export function checkDeclarations(api: Checked): void {
  const found = api.resources.flatMap((resource) => checks.flatMap((check) => [...check(api, resource)]));
  const problems = new Set([...strayParts(api), ...found]);
  if (problems.size > 0) throw new Error([...problems].join('\n'));
}

const checks: readonly Check[] = [
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
      if (!declared(api, type)) yield `There is a ${what} of ${type}, which is not declared.`;
}

function* relatedTypes(api: Checked, { relationships }: Resource): Iterable<string> {
  for (const relationship of Object.values(relationships))
    for (const type of [relationship.type, relationship.many ? relationship.through?.type : undefined])
      if (type !== undefined && !declared(api, type))
        yield `The type ${type} is not declared: add it to shared/service/api.ts.`;
}

/** Where its records come from: reference data, rows, or a source. */
function* origin({ keys, reference, sources }: Checked, { type, owner }: Resource): Iterable<string> {
  if (owner === 'platform' && !(type in reference))
    yield `${type} is reference data without records: add them to shared/reference/records.ts.`;
  if (owner !== 'platform' && !keys[type]) yield `${type} has no key row: add one to keys.ts of its feature.`;
  if (type in sources !== (keys[type]?.within ?? false))
    yield `${type} has either a source or rows: give it a source and within: true, or neither.`;
}

function* toManyRelationships(api: Checked, { type, relationships }: Resource): Iterable<string> {
  for (const [name, relationship] of Object.entries(relationships)) {
    if (!relationship.many) continue;
    const { type: target, inverse, through, writable } = relationship;
    if (inverse !== null && writable !== 'never')
      yield `${type}.${name} is the inverse of ${target}.${inverse}: write that one.`;
    const linking = declared(api, through?.type ?? target);
    const near = through ? through.near : inverse;
    if (linking && linking.owner !== 'platform' && near !== null && !api.keys[linking.type]?.links?.[near])
      yield `${type}.${name} needs ${linking.type}.${near} among the links of its key row.`;
    if (linking && through && linking.relationships[through.far]?.type !== target)
      yield `${type}.${name} goes through ${through.type}.${through.far}, which is not a relationship to ${target}.`;
  }
}

/** Link lists and counts of a record are deleted with it: what links to it must go, too, link null, or keep it. */
function* deletions(api: Checked, { type, relationships }: Resource): Iterable<string> {
  for (const [name, relationship] of Object.entries(relationships)) {
    const max = api.keys[type]?.links?.[name]?.max;
    const isChanged = !relationship.many && relationship.onDelete !== 'keep';
    if (isChanged && max === undefined)
      yield `${type}.${name} cascades or is cleared: give its link a max in its key row.`;
    const isKnown = max !== undefined || relationship.counted;
    const isDeletable = declared(api, relationship.type)?.operations.includes('delete');
    if (isKnown && isDeletable && !isChanged && !relationship.blocksDeletion)
      yield `${type}.${name} is listed or counted by ${relationship.type}: let it block their deletion, cascade or be cleared.`;
  }
}

function* filters(api: Checked, resource: Resource): Iterable<string> {
  const { type, relationships } = resource;
  for (const { field, from, via } of Object.values(resource.filters)) {
    const relationship = relationships[field];
    if (from === 'links' && (!relationship || (relationship.many && !relationship.through)))
      yield `${type}: a filter asks for what ${field} links: that takes one record, or a link type.`;
    const further = relationship && declared(api, relationship.type)?.relationships[via ?? ''];
    if (via !== undefined && (relationship?.many !== false || !further?.many || !further.through))
      yield `${type}: a filter of ${field} via ${via} takes one record, and a link type from there on.`;
    if (from === 'count') yield* countedFilter(api, resource, field);
  }
}

function* countedFilter(api: Checked, { type, relationships }: Resource, field: string): Iterable<string> {
  const relationship = relationships[field];
  const { through = null, inverse = null } = relationship?.many ? relationship : {};
  if (!relationship || (through === null && inverse === null))
    return yield `${type}: has('${field}') requires a to-many relationship with an inverse or a link type.`;
  const name = through ? `${through.type}.${through.near}` : `${relationship.type}.${inverse}`;
  if (declared(api, relationship.type)?.owner !== 'platform' && !isCounted(api, name, type))
    yield `${type}: has('${field}') requires a count: make ${name} counted.`;
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
        yield `${resource.type}: the include ${path} names a relationship that ${at.type} does not have.`;
      at = relationship && declared(api, relationship.type);
    }
  }
}

/** An index for each unbounded link, and for the field by which records of all owners are found. */
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
      yield `${type}: the link ${link} points to reference data, which all owners share: remove its max.`;
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
