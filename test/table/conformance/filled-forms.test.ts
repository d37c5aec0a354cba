/** The bodies that the forms of the documentation fill in are ones that the service accepts. */
import { describe, expect, it } from 'vitest';
import { operationOf } from '../../../bin/openapi/document/operations.ts';
import { currentBody, prefilledBody } from '../../../bin/site/.vitepress/theme/forms/prefill.ts';
import type { Operation } from '../../../bin/site/.vitepress/theme/forms/request.ts';
import { apiDocument, operationsOf } from '../../../bin/site/generated/document.ts';
import { formsOf } from '../../../bin/site/generated/operations.ts';
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { newAdmin, type Person, send } from '../../support/calls.ts';
import { withTable } from '../../support/table.ts';
import { service } from './service.ts';

withTable();

const { operations, types } = formsOf(operationsOf(apiDocument()));
const none = { requests: {}, responses: {} };
const formOf = (route: Route): Operation | undefined =>
  operations[String(operationOf(service.definitions, route, none).operation['operationId'])];

const routes = service.routes.flatMap((route) => {
  const form = formOf(route);
  const hasBody = form?.body?.example !== undefined && route.serving.does !== 'endpoint';
  return form && hasBody ? [[`${route.method} ${route.path}`, { route, form }] as const] : [];
});

/** The records of the person that the example of a new record links to, such as a complete album. */
async function linkedOf({ serving }: Route, person: Person): Promise<Map<string, string>> {
  if (serving.does !== 'create') return new Map();
  const { relationships = {} } = await service.documentOf(serving.resource.type, person);
  const links = Object.values(relationships).flatMap(({ data }) => data as { type: string; id: string }[]);
  return new Map(links.map(({ type, id }) => [type, id]));
}

async function newestOf({ route, form }: { route: Route; form: Operation }, person: Person) {
  const newest = await linkedOf(route, person);
  const wanted = [...form.parameters, ...(form.body?.fields ?? [])].flatMap(({ records }) => records ?? []);
  for (const type of new Set(wanted))
    if (!newest.has(type) && !types[type]?.isShared)
      newest.set(type, await service.newRecordOf(type, person));
  return newest;
}

describe('a form body', () => {
  it.each(routes)('is accepted by %s', async (_, { route, form }) => {
    const person = await newAdmin({ preapproval: true });
    const newest = await newestOf({ route, form }, person);
    const [type = ''] = route.path.split('/').slice(1);
    const id = newest.get(type) ?? '';
    const { token } = person;
    const path = route.path.replace('{id}', id);
    if (!form.body) throw new Error('It has a body.');
    let { text } = prefilledBody(form.body, { types, newest, now: new Date() });
    if (route.serving.does === 'update') {
      const read = await send(service.handlerOf(route.group), { path, token });
      const example = JSON.stringify({ data: { ...JSON.parse(text).data, id } });
      text = currentBody(example, form.body, read.body.data.attributes);
    }
    const body = JSON.parse(text);
    const response = await send(service.handlerOf(route.group), { method: route.method, path, token, body });
    expect([body, response.status < 300, response.body?.errors]).toEqual([body, true, undefined]);
  });
});
