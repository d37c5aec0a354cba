/** A request to each route that writes, from its declaration and the records of a catalogue. */
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { service } from '../../table/conformance/service.ts';
import { PASSWORD } from '../calls.ts';
import { type Cast, documentFor, mainOf, otherOf, requestTo } from './cast.ts';
import { writingRoutes } from './declared.ts';
import type { Operation } from './operation.ts';

type Made = Promise<Operation | undefined>;

/** @returns undefined if the catalogue has no record for it. */
async function operationOf(cast: Cast, route: Route): Made {
  const { serving } = route;
  if (serving.does === 'endpoint') return endpointOperation(cast, route);
  const { type } = serving.resource;
  const id = mainOf(cast, type);
  const document = await documentFor(cast, type);
  switch (serving.does) {
    case 'create':
      return document && requestTo(cast, route, { body: { data: { type, ...document } } });
    case 'update': {
      if (id === undefined) return undefined;
      const attributes = changeable(route, document?.attributes ?? {});
      return requestTo(cast, route, { id, body: { data: { type, id, attributes } } });
    }
    case 'delete':
      return id === undefined ? undefined : requestTo(cast, route, { id });
    case 'action':
      return actionOperation(cast, route);
    default:
      return linkageOperation(cast, route);
  }
}

/** Without those that are written once. */
function changeable({ serving }: Route, attributes: Readonly<Record<string, unknown>>) {
  if (!('resource' in serving)) return attributes;
  const declared = serving.resource.attributes;
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => declared[name]?.writable !== 'once'),
  );
}

async function actionOperation(cast: Cast, route: Route): Made {
  if (route.serving.does !== 'action') return undefined;
  const { type, actions } = route.serving.resource;
  const action = actions[route.serving.action];
  if (action?.on === 'collection') {
    const document = await documentFor(cast, type);
    return document && requestTo(cast, route, { body: { data: [{ type, ...document }] } });
  }
  const id = mainOf(cast, type);
  const body = action?.body ? { data: { type, attributes: action.body.example } } : undefined;
  return id === undefined ? undefined : requestTo(cast, route, { id, body });
}

/** Adds and puts in place of others what is not linked yet, and removes what is. */
async function linkageOperation(cast: Cast, route: Route): Made {
  if (!('relationship' in route.serving)) return undefined;
  const { does, resource, relationship: name } = route.serving;
  const relationship = resource.relationships[name];
  const id = mainOf(cast, resource.type);
  if (!relationship || id === undefined) return undefined;
  const linked = (does === 'remove-linkage' ? mainOf : otherOf)(cast, relationship.type);
  if (linked === undefined) return undefined;
  const member = { type: relationship.type, id: linked };
  const request = requestTo(cast, route, { id, body: { data: relationship.many ? [member] : member } });
  const isReference = service.resources.some(
    ({ type, owner }) => type === relationship.type && owner === 'platform',
  );
  return isReference ? { ...request, alike: `${does} of reference data of ${resource.type}` } : request;
}

/** Of endpoints that need one. */
const bodies: Readonly<Record<string, (cast: Cast) => object>> = {
  'sign-in': ({ ada }) => ({ email: ada.email, password: PASSWORD, grant_type: 'password' }),
  'change-password': () => ({ current_password: PASSWORD, new_password: 'Correct-Horse-2' }),
};

async function endpointOperation(cast: Cast, route: Route): Made {
  if (route.serving.does !== 'endpoint') return undefined;
  const { endpoint } = route.serving;
  if (!endpoint.body) return requestTo(cast, route, {});
  const body = bodies[endpoint.name]?.(cast);
  return body && requestTo(cast, route, { body, headers: { 'content-type': endpoint.contentType } });
}

export async function routeOperations(cast: Cast): Promise<Operation[]> {
  const made = await Promise.all(writingRoutes.map((route) => operationOf(cast, route)));
  return made.flatMap((each) => each ?? []);
}
