/** What every function asks of the table, held against what its role allows. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { functionList } from '../../infra/function-list.ts';
import { dynamo } from '../../shared/table/client.ts';
import type { Person } from '../support/calls.ts';
import { withTable } from '../support/table.ts';
import { ask, nameOf, recordOf, requestTo, routes, somebody } from './world.ts';

/** A call to the table, as far as IAM looks at it. */
interface Request {
  readonly IndexName?: string | undefined;
  readonly TransactItems?: readonly object[] | undefined;
}

/** Who asks, and what it has asked for so far. */
const asking = new AsyncLocalStorage<Set<string>>();

withTable();
let ada: Person;
beforeAll(async () => {
  dynamo().middlewareStack.add(
    (next, { commandName = '' }) =>
      (call) => {
        for (const permission of permissionsFor(commandName, call.input as Request))
          asking.getStore()?.add(permission);
        return next(call);
      },
    { step: 'initialize' },
  );
  ada = await somebody();
});

/** A transaction needs the permission of each of its items, and none of its own. */
function permissionsFor(command: string, { IndexName, TransactItems }: Request): string[] {
  if (IndexName) return [`Query ${IndexName}`];
  const kinds = TransactItems?.flatMap((item) => Object.keys(item));
  return (
    kinds?.map((kind) => (kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`)) ?? [
      command.replace(/Command$/, ''),
    ]
  );
}

const list = functionList(routes.map(({ group }) => group));

function allowed(group: string): string[] {
  const { actions = [], indexes = [] } = list.get(group)?.table ?? {};
  return [...actions, ...indexes.map((index) => `Query ${index}`)];
}

it.each(routes.map((route) => [nameOf(route), route] as const))('%s asks for no more', async (_, route) => {
  const { serving, group, method } = route;
  const type = serving.does === 'endpoint' ? undefined : serving.resource.type;
  const person = method === 'GET' ? ada : await somebody();
  const id = type && route.path.includes('{id}') ? await recordOf(type, person) : '1';
  const request = await requestTo(route, person, id);
  const headers = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
  const asked = new Set<string>();
  // What it answers is for other tests.
  const call = () => ask(route, 200, { ...request, headers, token: person.token }).catch(() => undefined);
  await asking.run(asked, call);
  if (route.access !== 'public') expect([...asked]).not.toEqual([]);
  expect(allowed(group)).toEqual(expect.arrayContaining([...asked]));
});

it('signing in asks for no more', async () => {
  const asked = new Set<string>();
  await asking.run(asked, () => somebody());
  const both = [...allowed('auth'), ...(list.get('operate')?.table?.actions ?? [])];
  expect(both).toEqual(expect.arrayContaining([...asked]));
});
