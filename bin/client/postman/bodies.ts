/** Bodies of the collection: the examples of the document, with variables instead of ids and unique values. */
import { api } from '../../../shared/service/api.ts';
import { idVariable, releaseVariable, use } from './variables.ts';

/** @param isCreated whether clients create records of the type. */
export function bodyText(id: string, example: unknown, isCreated: (type: string) => boolean): string {
  const text = JSON.stringify(
    own[id] ?? withVariables(example, isCreated),
    (key, value: unknown) => unique(key, value),
    2,
  );
  // Ids in attributes are numbers.
  return text.replaceAll(/"artist-id": \d+/g, `"artist-id": ${use(idVariable('artists'))}`);
}

const identifier = (type: string, variable: string) => ({ data: { type, id: use(variable) } });

/** Bodies of operations whose example is not possible at its place in the collection. */
const own: Readonly<Record<string, unknown>> = {
  signIn: { email: use('email'), password: use('password'), grant_type: 'password' },
  // The password stays the same, so that the collection can be run again.
  changePassword: { current_password: use('password'), new_password: use('password') },
  createWebhookEndpoint: {
    data: {
      type: 'webhook-endpoints',
      attributes: { url: use('webhookUrl'), events: ['delivery.created'], description: 'Postman' },
    },
  },
  createDistributionRequest: {
    data: {
      type: 'distribution-requests',
      attributes: { 'request-type': 'update' },
      relationships: { album: identifier('albums', releaseVariable('albums')) },
    },
  },
  createAlbumTrack: {
    data: {
      type: 'album-tracks',
      attributes: { order: 1, disc: 2 },
      relationships: {
        album: identifier('albums', idVariable('albums')),
        track: identifier('tracks', releaseVariable('tracks')),
      },
    },
  },
};

function withVariables(value: unknown, isCreated: (type: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => withVariables(each, isCreated));
  if (typeof value !== 'object' || value === null) return value;
  const { type, id, ...others } = value as { readonly type?: unknown; readonly id?: unknown };
  const members = Object.entries(others).map(([name, each]) => [name, withVariables(each, isCreated)]);
  const rest: Readonly<Record<string, unknown>> = Object.fromEntries(members);
  if (typeof type !== 'string') return { ...rest, ...(id !== undefined && { id }) };
  if (id !== undefined) return { type, id: isCreated(type) ? use(idVariable(type)) : id, ...rest };
  return { type, ...rest, ...newName(type, rest['attributes']) };
}

/** A POST with the name of an existing record returns that one, which the collection must not delete. */
function newName(type: string, attributes: unknown): object {
  const { name } = Object(attributes) as { readonly name?: unknown };
  const resource = api.resources.find((each) => each.type === type);
  return resource?.smartCreation
    ? { attributes: { ...Object(attributes), name: `${name} ${use('$guid')}` } }
    : {};
}

function unique(key: string, value: unknown): unknown {
  if (key === 'upc-code') return use('upc');
  return key === 'email' && value !== use('email') ? `${use('$guid')}@example.com` : value;
}
