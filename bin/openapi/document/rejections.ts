/** Computes the problem codes that a route can respond with. */
import { resourceOf } from '../../../shared/kit/declare/api.ts';
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import {
  mayChange,
  type ResourceServing,
  type Route,
  takesIdempotencyKey,
} from '../../../shared/kit/declare/routes.ts';
import type { ProblemCode } from '../../../shared/kit/values/problems.ts';
import { includedTypes } from './documents.ts';
import { showing } from './showing.ts';

type Codes = readonly ProblemCode[];
type ApiData = Pick<Definitions, 'resources' | 'keys' | 'sources'>;

const ALWAYS: Codes = [
  'url_too_long',
  'not_acceptable',
  'internal_error',
  'table_throttled',
  'table_unavailable',
  'secret_unavailable',
];
const WITH_BODY: Codes = ['malformed_json', 'unsupported_media_type', 'body_too_large', 'body_too_deep'];
const WITH_DOCUMENT: Codes = ['malformed_document', 'type_conflict'];
const WITH_KEY: Codes = ['idempotency_key_invalid', 'idempotency_key_reused', 'idempotency_key_running'];

export function rejectionsOf(api: ApiData, route: Route): ProblemCode[] {
  const { method, access, serving } = route;
  const isEndpoint = serving.does === 'endpoint';
  const codes: readonly Codes[] = [
    ALWAYS,
    access === 'public' ? [] : ['not_authenticated', 'rate_limit_exceeded'],
    access === 'admin' ? ['role_not_allowed'] : [],
    access !== 'public' && mayChange(route) ? ['organization_read_only'] : [],
    method === 'GET' ? [] : WITH_BODY,
    takesIdempotencyKey(route) ? WITH_KEY : [],
    isEndpoint
      ? [
          ...(serving.endpoint.body ? (['malformed_document', 'required', 'invalid_value'] as const) : []),
          ...(serving.endpoint.form ? (['malformed_form'] as const) : []),
          ...(serving.endpoint.rejections ?? []),
        ]
      : ofResource(api, route),
  ];
  return [...new Set(codes.flat())].toSorted();
}

function ofResource(api: ApiData, { serving, path, method }: Route): Codes {
  if (serving.does === 'endpoint') return [];
  const { resource } = serving;
  return [
    ...(path.includes('{id}') ? onRecord(resource) : []),
    ...ofSources(api, serving),
    ...ofQuery(api, serving),
    ...(method === 'GET' ? [] : ofWrite(api, serving)),
    ...(createsRecords(serving) ? onRepetition : []),
    ...(serving.does === 'action' ? (resource.actions[serving.action]?.rejections ?? []) : []),
  ];
}

const onRecord = ({ foreignRecords, owner }: Resource): Codes =>
  foreignRecords === 'hidden' || owner === 'platform'
    ? ['unknown_record']
    : ['unknown_record', 'foreign_record'];

/** A repeated request whose first function died shows the record again, which can be deleted by then. */
const onRepetition: Codes = ['unknown_record'];

const createsRecords = (serving: ResourceServing): boolean =>
  serving.does === 'create' ||
  (serving.does === 'action' && serving.resource.actions[serving.action]?.maxRecords !== undefined);

/** Errors of finding the records that the route is about, shows or includes. */
function ofSources(api: ApiData, serving: ResourceServing): Codes {
  const { resource: shown, parameters } = showing(api, serving);
  const types = [
    serving.resource.type,
    ...(parameters === 'none' ? [] : [shown.type, ...includedTypes(api, shown)]),
  ];
  return types.flatMap((type) => api.sources[type]?.rejections ?? []);
}

function ofQuery(api: ApiData, serving: ResourceServing): Codes {
  const { resource, parameters } = showing(api, serving);
  const searches =
    parameters === 'list' && Object.values(resource.filters).some(({ from }) => from === 'record');
  // They may read the lists of other types, too.
  const lists = parameters === 'none' ? showsMany(serving) : resource.owner !== 'platform';
  return [
    ...Object.values(resource.badParameters),
    ...(parameters === 'none' ? [] : (['response_too_large'] as const)),
    ...(lists ? (['list_in_preparation'] as const) : []),
    ...(lists || searches ? (['search_too_large'] as const) : []),
  ];
}

const showsMany = (serving: ResourceServing): boolean =>
  serving.does === 'linkage' && serving.resource.relationships[serving.relationship]?.many === true;

function ofWrite(api: ApiData, serving: ResourceServing): Codes {
  const { resource, does } = serving;
  const rules = ['too_many_changes', ...resource.rejections] as const;
  if (does === 'delete') return ['stale_version', ...rules, ...blockersOf(api, resource)];
  if (does === 'create') return [...rules, ...ofDocument(api, resource), ...ofCreation(resource)];
  if (does === 'update') return ['stale_version', 'id_conflict', ...rules, ...ofDocument(api, resource)];
  if (does === 'action') {
    const { maxRecords, body } = resource.actions[serving.action] ?? {};
    if (body) return ['too_many_changes', 'id_conflict', ...ofAttributes(resource)];
    return maxRecords !== undefined
      ? [...rules, ...ofDocument(api, resource), ...ofCreation(resource)]
      : ['too_many_changes'];
  }
  const removing = does === 'remove-linkage' ? resource.relationships[serving.relationship] : undefined;
  const emptied = removing?.many ? removing.emptyMeansAll : null;
  return ['stale_version', ...rules, ...(emptied ? [emptied.code] : []), ...ofDocument(api, resource)];
}

const ofCreation = ({ clientIds, quota }: Resource): Codes => [clientIds, ...(quota ? [quota.code] : [])];

const ofAttributes = ({ unknownMembers }: Resource): Codes => [
  ...WITH_DOCUMENT,
  'required',
  'invalid_value',
  ...(unknownMembers === 'rejected' ? (['unknown_member'] as const) : []),
];

function ofDocument(api: ApiData, resource: Resource): Codes {
  const { relationships } = resource;
  const related = Object.values(relationships).filter(({ writable }) => writable !== 'never');
  const throughs = related.flatMap((each) => (each.many && each.through ? [each.through.type] : []));
  return [
    ...ofAttributes(resource),
    ...(related.length > 0 ? (['unknown_related_record', 'foreign_related_record'] as const) : []),
    ...related.flatMap((each) => (each.many && each.emptied ? [each.emptied.code] : [])),
    ...ofPlaces(api, resource),
    // Writing these relationships writes records of the link type.
    ...throughs.flatMap((type) => ofPlaces(api, resourceOf(api, type))),
  ];
}

/** Errors for taken values and exceeded limits of links. */
function ofPlaces(api: ApiData, { type, taken }: Resource): Codes {
  const row = api.keys[type] ?? {};
  const limits = Object.values(row.links ?? {});
  const isUnique = row.unique !== undefined || limits.some(({ by }) => by !== undefined);
  return [
    ...(isUnique ? (['value_taken'] as const) : []),
    ...Object.values(taken ?? {}).map(({ code }) => code),
    ...(limits.some(({ max }) => max !== undefined) ? (['limit_reached'] as const) : []),
  ];
}

/** Errors of relationships that prevent deletion. */
const blockersOf = (api: ApiData, { type }: Resource): Codes =>
  api.resources.flatMap(({ relationships }) =>
    Object.values(relationships).flatMap(({ type: target, blocksDeletion }) =>
      target === type && blocksDeletion ? [blocksDeletion.code] : [],
    ),
  );
