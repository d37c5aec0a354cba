/** What is special of each operation in the collection: whose id it takes, and what it passes on. */
import { routesOf, type Serving } from '../../../shared/kit/declare/routes.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { api } from '../../../shared/service/api.ts';
import { showing } from '../../openapi/document/showing.ts';
import type { Operation } from '../../site/generated/document.ts';
import { type Item, requestItem, statusOf } from './requests.ts';
import {
  afterResponse,
  keepDownloadToken,
  keepFirstId,
  keepId,
  keepNewUpc,
  keepToken,
  repeatUntil,
  skipWithout,
} from './scripts.ts';
import { earlierVariable, idVariable, use } from './variables.ts';

const servings = new Map(routesOf(api).map(({ method, path, serving }) => [`${method} ${path}`, serving]));

export const servingOf = ({ method, path }: Operation): Serving =>
  required(servings.get(`${method} ${path}`), `There is no route ${method} ${path}.`);

const createdTypes = new Set(
  [...servings.values()].flatMap((serving) => (serving.does === 'create' ? [serving.resource.type] : [])),
);
const isCreated = (type: string): boolean => createdTypes.has(type);

/** @param operation about a record. It reads what the service made of an earlier one, such as its plays. */
export const readsEarlier = (operation: Operation): boolean => {
  const serving = servingOf(operation);
  const shown = shownType(operation);
  return serving.does === 'action' && operation.method === 'GET' && shown !== undefined && !isCreated(shown);
};

export function itemOf(operation: Operation, name?: string): Item {
  const variable = variableOf(operation);
  const status = statusOf(operation);
  const isFound = variable !== undefined && (readsEarlier(operation) || !isCreated(typeIn(operation)));
  return requestItem(operation, {
    ...(name !== undefined && { name }),
    id: variable && use(variable),
    event: [
      ...(isFound ? [skipWithout(variable)] : []),
      afterResponse(status, [...kept(operation, status), ...(more[operation.id] ?? [])]),
    ],
    ...(isFound && { description: skippedWhen[typeIn(operation)] ?? 'Skipped if the account has none.' }),
    isCreated,
  });
}

const typeIn = ({ path }: Operation): string => path.split('/')[1] ?? '';

function variableOf(operation: Operation): string | undefined {
  if (!operation.path.includes('{id}')) return undefined;
  return readsEarlier(operation) ? earlierVariable(typeIn(operation)) : idVariable(typeIn(operation));
}

function shownType(operation: Operation): string | undefined {
  const serving = servingOf(operation);
  if (serving.does === 'endpoint') return undefined;
  const { response } = showing(api, serving);
  return response.shows !== 'linkage' && 'type' in response ? response.type : undefined;
}

/** Only what clients do not create is taken from any response. */
function kept(operation: Operation, status: number): readonly string[] {
  const shown = shownType(operation);
  if (shown === undefined) return [];
  if (!isCreated(shown)) return [keepFirstId(idVariable(shown), status)];
  return servingOf(operation).does === 'create' ? [keepId(idVariable(shown), status)] : [];
}

/** Why requests of a type can be skipped although the account has what they are about. */
const skippedWhen: Readonly<Record<string, string>> = {
  'track-analyses':
    'Skipped unless this service itself has found the match. Matches that an operator has imported from other services ' +
    'have no analysis.',
};

const more: Readonly<Record<string, readonly string[]>> = {
  signIn: [keepToken, ...keepNewUpc],
  readWebhookEvent: repeatUntil(
    "shown?.attributes.deliveries.every((each) => each.status !== 'pending')",
    "shown?.attributes.deliveries.every((each) => each.status === 'succeeded')",
  ),
  readAnalyticsReport: [
    ...repeatUntil(
      "!['pending', 'processing'].includes(shown?.attributes.status)",
      "shown?.attributes.status === 'completed'",
    ),
    ...keepDownloadToken,
  ],
};
