/** A group's Lambda from its declarations: the stack, the router over its routes, and whatever is special about it. */
import { type Api, resourceOf } from './api/define/api.ts';
import { routesOf } from './api/define/routes.ts';
import { api as ours } from './api/index.ts';
import { plainShape, singleAnswer } from './crud/answer.ts';
import type { Context } from './crud/context.ts';
import type { Hooks } from './crud/hooks.ts';
import { loadOwned } from './crud/load.ts';
import { serve } from './crud/serve.ts';
import { problem } from './domain/problems.ts';
import { type Exchange, found } from './http/exchange.ts';
import { idempotently, type Run } from './http/idempotency.ts';
import type { Made, Response } from './http/response.ts';
import { routerOf } from './http/router.ts';
import { type ApiHandler, stackAround } from './http/stack.ts';
import { environment } from './settings.ts';
import { ConditionsFailed, type Write } from './table/commit.ts';
import type { Table } from './table/table.ts';

/** A custom action of a resource. @param id the record's, empty on a collection. */
export type ActionHandler = (context: Context, id: string) => Promise<Response>;

/** An endpoint that is no resource; `caller` is there unless it is public. */
export type EndpointHandler = (exchange: Exchange) => Promise<Response>;

type ResourcesOf<A extends Api, G> = Extract<A['resources'][number], { group: G }>;
type ActionsOf<R> = R extends { actions: infer C } ? Extract<keyof C, string> : never;
type EndpointsOf<A extends Api, G> = Extract<A['endpoints'][number], { group: G }>['name'];

/** What a group has to bring: every action and endpoint it declares, and hooks where its resources are special. */
export type Parts<A extends Api, G extends string> = {
  readonly [N in ActionsOf<ResourcesOf<A, G>>]: ActionHandler;
} & { readonly [N in EndpointsOf<A, G>]: EndpointHandler };

export type GroupHooks<A extends Api, G extends string> = {
  readonly [T in ResourcesOf<A, G>['type']]?: Hooks;
};

type Group = (typeof ours)['resources'][number]['group'] | (typeof ours)['endpoints'][number]['group'];

export const makeHandler = <G extends Group>(
  group: G,
  parts: Parts<typeof ours, G>,
  hooks: GroupHooks<typeof ours, G> = {},
): ApiHandler => handlerOf(ours, { group, parts, hooks });

interface Making {
  readonly group: string;
  readonly parts: Readonly<Record<string, ActionHandler | EndpointHandler>>;
  readonly hooks: Readonly<Record<string, Hooks | undefined>>;
  readonly clock?: () => Date;
}

/** The same for any API: tests bring their own. @throws when an action or endpoint has no part. */
export function handlerOf(api: Api, { group, parts, hooks, clock = () => new Date() }: Making): ApiHandler {
  const routes = routesOf(api).filter((route) => route.group === group);
  for (const { serving } of routes) {
    const name =
      serving.does === 'action' ? serving.action : serving.does === 'endpoint' ? serving.endpoint.name : '';
    if (name && !parts[name]) throw new Error(`${group} declares ${name} and has no part for it: pass one.`);
  }
  const respond = async (exchange: Exchange): Promise<Response> => {
    const { route, id } = found(exchange.match);
    const { serving } = route;
    if (serving.does === 'endpoint') return (parts[serving.endpoint.name] as EndpointHandler)(exchange);
    return idempotently(exchange, {
      carryOut: (run) => {
        const context = contextOf(api, exchange, { hooks, run });
        if (serving.does === 'action') return (parts[serving.action] as ActionHandler)(context, id);
        return serve(context, serving, id);
      },
      showMade: (made) => showMade(contextOf(api, exchange, { hooks, run: undefined }), made),
    });
  };
  return stackAround(respond, { router: routerOf(routes), clock });
}

function contextOf(
  api: Api,
  { request, caller, now, table }: Exchange,
  { hooks, run }: Pick<Making, 'hooks'> & { run: Run | undefined },
): Context {
  return {
    api,
    request,
    caller: found(caller),
    now,
    table,
    baseUrl: environment('BASE_URL'),
    hooks,
    commit: (writes, made) => (run ? commitOnce(table, writes, run.mark(made)) : table.commit(writes)),
  };
}

/** Writes together with the mark of the idempotency key; a run whose key was taken over writes nothing. */
async function commitOnce(table: Table, writes: readonly Write[], mark: Write): Promise<void> {
  try {
    await table.commit([...writes, mark]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed && error.failed.has(mark))) throw error;
    throw problem('idempotency_key_running', 'This request took too long, and its repetition took over.');
  }
}

/** What a request made whose first answer got lost, as it stands now. */
async function showMade(context: Context, { type, id, status }: Made): Promise<Response> {
  const record = await loadOwned(context, resourceOf(context.api, type), id);
  return singleAnswer(context, { record, shape: plainShape }, { status, located: true });
}
