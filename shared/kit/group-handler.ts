/** Creates the Lambda handler of a group. */
import { environment } from '../platform/settings.ts';
import type { Context } from './crud/context.ts';
import { loadOwned } from './crud/read/load.ts';
import { plainShape, renderMany, renderSingle } from './crud/read/render.ts';
import { serve } from './crud/serve.ts';
import type { WriteContext } from './crud/write/hooks.ts';
import { type Api, resourceOf } from './declare/api.ts';
import type { Definitions } from './declare/definitions.ts';
import { bodyMembers, type ResourceServing, routesOf, takesIdempotencyKey } from './declare/routes.ts';
import type { Callers } from './http/caller.ts';
import { idempotently, type Run } from './http/idempotency.ts';
import type { RequestState } from './http/request-state.ts';
import type { ApiResponse, CreatedRecords } from './http/response.ts';
import { routerOf } from './http/router.ts';
import { type ApiHandler, stackAround } from './http/stack.ts';
import { ignoredMembers } from './jsonapi/ignored-members.ts';
import { knowLayouts } from './records/layout.ts';
import { ConditionsFailed } from './table/commit.ts';
import type { Table } from './table/table.ts';
import type { Write } from './table/write.ts';
import { problem } from './values/problems.ts';
import { required } from './values/required.ts';

/** A custom action. `id` is that of the record, or empty for a collection. */
export type ActionHandler = (context: WriteContext, id: string) => Promise<ApiResponse>;

/** A handler that also exposes which group it serves. */
export interface GroupHandler extends ApiHandler {
  readonly serves: { readonly api: Definitions; readonly group: string };
}

/** An endpoint outside resources. `state.caller` is set unless the endpoint is public. */
export type EndpointHandler = (state: RequestState) => Promise<ApiResponse>;

type Actions = Readonly<Record<string, Readonly<Record<string, ActionHandler>>>>;
type Endpoints = Readonly<Record<string, EndpointHandler>>;

type ResourcesOf<A extends Api, G> = Extract<A['resources'][number], { group: G }>;
type EndpointsOf<A extends Api, G> = Extract<A['endpoints'][number], { group: G }>['name'];
/** Types with actions. */
type ActingTypes<R> = R extends { type: infer T; actions: infer C }
  ? keyof C extends never
    ? never
    : Extract<T, string>
  : never;
type ActionsOf<R, T> =
  Extract<R, { type: T }> extends { actions: infer C } ? Extract<keyof C, string> : never;
type IfAny<N extends string, P, Q> = [N] extends [never] ? Q : P;

/** The implementations of all actions and endpoints that a group declares. */
export type Implementations<A extends Api, G extends string> = IfAny<
  ActingTypes<ResourcesOf<A, G>>,
  {
    readonly actions: {
      readonly [T in ActingTypes<ResourcesOf<A, G>>]: {
        readonly [N in ActionsOf<ResourcesOf<A, G>, T>]: ActionHandler;
      };
    };
  },
  { readonly actions?: never }
> &
  IfAny<
    EndpointsOf<A, G>,
    { readonly endpoints: { readonly [N in EndpointsOf<A, G>]: EndpointHandler } },
    { readonly endpoints?: never }
  >;

interface Serving {
  readonly callers: Callers;
  readonly group: string;
  readonly hooks?: WriteContext['hooks'];
  readonly implementations?: { readonly actions?: Actions; readonly endpoints?: Endpoints };
  readonly clock?: () => Date;
}

/** The Lambda handler of a group of any definitions. */
export function groupHandler(
  api: Definitions,
  { callers, group, hooks = {}, implementations = {}, clock = () => new Date() }: Serving,
): GroupHandler {
  knowLayouts(api);
  const { actions = {}, endpoints = {} } = implementations;
  const isServed = (declared: { group: string }) => declared.group === group;
  const routes = routesOf({
    ...api,
    resources: api.resources.filter(isServed),
    endpoints: api.endpoints.filter(isServed),
  });
  const respond = async (state: RequestState): Promise<ApiResponse> => {
    const { route, id } = required(state.match, 'The router comes first.');
    const { serving } = route;
    if (serving.does === 'endpoint')
      return required(
        endpoints[serving.endpoint.name],
        'An endpoint without an implementation does not compile.',
      )(state);
    const execute = (run: Run | undefined) => {
      const context = contextOf(api, state, { hooks, run });
      if (serving.does !== 'action') return serve(context, serving, id);
      return required(
        actions[serving.resource.type]?.[serving.action],
        'An action without an implementation does not compile.',
      )(context, id);
    };
    const once = () =>
      idempotently(state, {
        problems: api.problems,
        execute,
        showCreated: (created) => showCreated(contextOf(api, state, { hooks, run: undefined }), created),
      });
    const response = await (takesIdempotencyKey(route) ? once() : execute(undefined));
    return withIgnored(response, serving, state.request.body);
  };
  const handler = stackAround(respond, { callers, router: routerOf(routes), problems: api.problems, clock });
  return Object.assign(handler, { serves: { api, group } });
}

/** Lists ignored members of the request, also in replays. */
function withIgnored(response: ApiResponse, serving: ResourceServing, body: unknown): ApiResponse {
  const { status, document } = response;
  const members = bodyMembers(serving);
  if (!members || !document || (status !== 200 && status !== 201)) return response;
  const ignored = ignoredMembers(body, members, response.ignored);
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
    commit: (writes, created) => (run ? commitOnce(table, writes, run.mark(created)) : table.commit(writes)),
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
async function showCreated(
  context: Context,
  { type, ids, status, isList }: CreatedRecords,
): Promise<ApiResponse> {
  const resource = resourceOf(context.api, type);
  const records = await Promise.all(ids.map((id) => loadOwned(context, resource, id)));
  if (isList) return renderMany(context, resource, { records, status });
  return renderSingle(context, { record: records[0] ?? null, shape: plainShape }, { status, located: true });
}
