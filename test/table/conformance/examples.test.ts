/** The examples in the API's document are real requests and responses of the service. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operationOf } from '../../../bin/openapi/document/operations.ts';
import { files, readExamples, textOf } from '../../../bin/openapi/documents.ts';
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import type { Call } from '../../support/event-of.ts';
import { withTable } from '../../support/table.ts';
import { timeless } from '../../support/timeless.ts';
import { service } from './service.ts';

withTable();

const none = { requests: {}, responses: {} };

/** What is declared about a route: the status of its response, whether it has a body, and whether it is a page. */
function declared(route: Route) {
  const { operation, responseName, responses, parameters } = operationOf(definitions, route, none);
  const {
    operationId,
    responses: declaredResponses,
    requestBody,
  } = operation as {
    operationId: string;
    responses: Readonly<Record<string, { content?: object }>>;
    requestBody?: object;
  };
  const status = Number(Object.keys(declaredResponses)[0]);
  const { content } = (responses[responseName] ?? declaredResponses[String(status)] ?? {}) as {
    content?: object;
  };
  const isPaged = Object.keys(parameters).some((name) => name.startsWith('page.size'));
  return {
    operationId,
    responseName,
    status,
    hasResponse: content !== undefined,
    takesBody: requestBody !== undefined,
    isPaged,
  };
}

async function requestTo(route: Route, person: Person, isPaged: boolean): Promise<Call> {
  const { serving } = route;
  if (serving.does === 'endpoint') return service.requestTo(route, person, '1');
  // Lists show it too.
  const id = await service.recordOf(serving.resource.type, person);
  const request = await service.requestTo(route, person, id);
  return isPaged ? { ...request, path: `${request.path}?page[size]=2` } : request;
}

/** An empty list is an example only where no operation responds with more. */
function isTelling(response: unknown): boolean {
  const { data } = Object(response) as { data?: unknown };
  return response !== undefined && !(Array.isArray(data) && data.length === 0);
}

async function record() {
  const [reader, writer] = await Promise.all([newAdmin(), newAdmin()]);
  const requests: Record<string, unknown> = {};
  const responses: Record<string, unknown> = {};
  const isList = ({ serving }: Route) => serving.does === 'list';
  // A type's own list shows more than those of other types' relationships to it.
  for (const route of service.routes.toSorted(
    (left, right) => Number(isList(right)) - Number(isList(left)),
  )) {
    const { operationId, responseName, status, hasResponse, takesBody, isPaged } = declared(route);
    if (!takesBody && (!hasResponse || isTelling(responses[responseName]))) continue;
    // Actions and endpoints change shared records, such as the status of a request or a session.
    const isCustom = route.serving.does === 'action' || route.serving.does === 'endpoint';
    const someone = route.method === 'GET' ? reader : writer;
    const person = isCustom ? await newAdmin({ preapproval: true }) : someone;
    const request = await requestTo(route, person, isPaged);
    const response = await service.ask(route, status, { ...request, token: person.token });
    if (takesBody) requests[operationId] = JSON.parse(timeless(JSON.stringify(request.body)));
    if (hasResponse && !isTelling(responses[responseName]))
      responses[responseName] = JSON.parse(timeless(JSON.stringify(response.body)));
  }
  return { requests, responses };
}

it('the recorded examples equal what the service returns', async () => {
  const recorded = await record();
  if (process.env['RECORD_EXAMPLES']) writeFileSync(files.examples, textOf(recorded));
  const command = 'RECORD_EXAMPLES=1 npm test -- test/table/conformance/examples.test.ts';
  expect(recorded, `Responses look different. Record them: ${command}`).toEqual(readExamples());
});
