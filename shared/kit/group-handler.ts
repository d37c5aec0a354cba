/** Creates the Lambda handler of a group. */
import { environment } from '../platform/settings.ts';
import type { Context } from './crud/context.ts';
import { type Feature, hooksIn } from './crud/feature.ts';
import { loadOwned } from './crud/read/load.ts';
import { plainShape, renderMany, renderSingle } from './crud/read/render.ts';
import { serve } from './crud/serve.ts';
import type { WriteContext } from './crud/write/hooks.ts';
import { type Api, resourceOf } from './declare/api.ts';
import type { Definitions } from './declare/definitions.ts';
import { type ResourceServing, routesOf, takesResourceObjects } from './declare/routes.ts';
import type { Callers } from './http/caller.ts';
import { idempotently, type Run } from './http/idempotency.ts';
import type { RequestState } from './http/request-state.ts';
import type { ApiResponse, Made } from './http/response.ts';
import { routerOf } from './http/router.ts';
import { type ApiHandler, stackAround } from './http/stack.ts';
import { ignoredMembers } from './jsonapi/ignored-members.ts';
import { ConditionsFailed } from './table/commit.ts';
import type { Table } from './table/table.ts';
import type { Write } from './table/write.ts';
import { problem } from './values/problems.ts';
import { required } from './values/required.ts';

/** A custom action. `id` is that of the record, or empty for a collection. */
export type ActionHandler = (context: WriteContext, id: string) => Promise<ApiResponse>;

/** A handler that also exposes which group it serves. */
export interface GroupHandler extends ApiHandler {
  readonly serves: {
    readonly api: Definitions;
    readonly group: string;
    readonly features: readonly Pick<Feature, 'hooks'>[];
  };
}

/** An endpoint outside resources. `state.caller` is set unless the endpoint is public. */
export type EndpointHandler = (state: RequestState) => Promise<ApiResponse>;

type ResourcesOf<A extends Api, G> = Extract<A['resources'][number], { group: G }>;
type EndpointsOf<A extends Api, G> = Extract<A['endpoints'][number], { group: G }>['name'];
/** Types with actions. */
type ActingTypes<R> = R extends { type: infer T; actions: infer C }
  ? keyof C extends never
    ? never
    : T
  : never;
type ActionsOf<R, T> =
  Extract<R, { type: T }> extends { actions: infer C } ? Extract<keyof C, string> : never;
type IfAny<N extends string, P> = [N] extends [never] ? unknown : P;

/** The parts of a group: its features and the implementations of its actions and endpoints. */
export type Parts<A extends Api, G extends string> = IfAny<
  Extract<ActingTypes<ResourcesOf<A, G>>, string>,
  {
    readonly actions: {
      readonly [T in Extract<ActingTypes<ResourcesOf<A, G>>, string>]: {
        readonly [N in ActionsOf<ResourcesOf<A, G>, T>]: ActionHandler;
      };
    };
  }
> &
  IfAny<EndpointsOf<A, G>, { readonly endpoints: { readonly [N in EndpointsOf<A, G>]: EndpointHandler } }> & {
    /** The features of the types that the group shows or writes, and of those that they link to, include or change. */
    readonly features: readonly Feature[];
  };

export interface Making {
  readonly callers: Callers;
  readonly group: string;
  readonly actions?: Readonly<Record<string, Readonly<Record<string, ActionHandler>>>>;
  readonly endpoints?: Readonly<Record<string, EndpointHandler>>;
  readonly features?: readonly Pick<Feature, 'hooks'>[];
  readonly clock?: () => Date;
}

/**
 * The Lambda handler of a group of any definitions.
 * @throws Error if no type of the group is declared, or if a declared action or endpoint has no implementation.
 */
export function groupHandler(
  api: Definitions,
  { callers, group, actions = {}, endpoints = {}, features = [], clock = () => new Date() }: Making,
): GroupHandler {
  const hooks = hooksIn(features);
  const isServed = (declared: { group: string }) => declared.group === group;
  const routes = routesOf({
    ...api,
    resources: api.resources.filter(isServed),
    endpoints: api.endpoints.filter(isServed),
  });
  if (routes.length === 0)
    throw new Error(`${group} has no routes. List the feature that declares its types.`);
  const missing = (name: string) =>
    new Error(`The group ${group} has no implementation of ${name}. Pass one to the handler.`);
  const actionOf = (type: string, name: string): ActionHandler => {
    const action = actions[type]?.[name];
    if (!action) throw missing(`${type} ${name}`);
    return action;
  };
  const endpointOf = (name: string): EndpointHandler => {
    const endpoint = endpoints[name];
    if (!endpoint) throw missing(name);
    return endpoint;
  };
  for (const { serving } of routes) {
    if (serving.does === 'action') actionOf(serving.resource.type, serving.action);
    if (serving.does === 'endpoint') endpointOf(serving.endpoint.name);
  }
  const respond = async (state: RequestState): Promise<ApiResponse> => {
    const { route, id } = required(state.match, 'The router comes first.');
    const { serving } = route;
    if (serving.does === 'endpoint') return endpointOf(serving.endpoint.name)(state);
    const response = await idempotently(state, {
      problems: api.problems,
      execute: (run) => {
        const context = contextOf(api, state, { hooks, run });
        if (serving.does === 'action') return actionOf(serving.resource.type, serving.action)(context, id);
        return serve(context, serving, id);
      },
      showMade: (made) => showMade(contextOf(api, state, { hooks, run: undefined }), made),
    });
    return withIgnored(response, serving, state.request.body);
  };
  const handler = stackAround(respond, { callers, router: routerOf(routes), problems: api.problems, clock });
  return Object.assign(handler, { serves: { api, group, features } });
}

/** Lists ignored members of the request, also in replays. */
function withIgnored(response: ApiResponse, serving: ResourceServing, body: unknown): ApiResponse {
  const { status, document } = response;
  if (!takesResourceObjects(serving) || !document || (status !== 200 && status !== 201)) return response;
  const ignored = ignoredMembers(body, serving.resource, response.ignored);
  return ignored ? { ...response, remarks: ignored } : response;
}

function contextOf(
  api: Definitions,
  { request, caller, now, table }: RequestState,
  { hooks, run }: Pick<WriteContext, 'hooks'> & { run: Run | undefined },
): WriteContext {
  return {
    api,
    request,
    caller: required(caller, 'The route needs a caller.'),
    now,
    table,
    baseUrl: environment('BASE_URL'),
    hooks,
    commit: (writes, made) => (run ? commitOnce(table, writes, run.mark(made)) : table.commit(writes)),
  };
}

/** Commits the writes with the idempotency mark. A run whose key was taken over writes nothing. */
async function commitOnce(table: Table, writes: readonly Write[], mark: Write): Promise<void> {
  try {
    await table.commit([...writes, mark]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed && error.failed.has(mark))) throw error;
    throw problem(
      'idempotency_key_running',
      'The request took too long, and a repeated request has taken over.',
    );
  }
}

/** Shows the current state of records created by an earlier run of the request. */
async function showMade(context: Context, { type, ids, status, isList }: Made): Promise<ApiResponse> {
  const resource = resourceOf(context.api, type);
  const records = await Promise.all(ids.map((id) => loadOwned(context, resource, id)));
  if (isList) return renderMany(context, resource, { records, status });
  return renderSingle(context, { record: records[0] ?? null, shape: plainShape }, { status, located: true });
}
