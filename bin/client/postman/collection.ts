/**
 * The API as a Postman collection (format 2.1): a folder for each type, in an order in which all requests succeed
 * when the collection is run.
 */
import { required } from '../../../shared/kit/values/required.ts';
import { apiDocument, type Operation, operationsOf } from '../../site/generated/document.ts';
import { earlierFolder, releaseFolder } from './release.ts';
import type { Folder, Item } from './requests.ts';
import { itemOf, readsEarlier, servingOf } from './steps.ts';

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const settings: Readonly<Record<string, string>> = {
  baseUrl: 'http://localhost:3000/api/v1',
  email: 'admin@demo.example',
  password: 'Demo-Password-1',
  // Of `npm run receiver`.
  webhookUrl: 'https://localhost:4443/',
  attempts: '0',
};

export function postmanCollection(): object {
  const item = folders();
  const text = JSON.stringify(item);
  const names = [...text.matchAll(/\{\{(\w+)\}\}|\.set\('(\w+)'/g)].flatMap(
    ([, used, set]) => used ?? set ?? [],
  );
  return {
    info: {
      name: 'Music distribution',
      description:
        'Send "Sign in" first. It stores the token, which the other requests send. Requests pass ids on in variables, ' +
        'so that the collection can be run from the first to the last: it creates records, reads and changes them, and ' +
        'deletes what can be deleted, except a release. Requests for records that the account lacks are skipped. For a single request, ' +
        'set the variable with its id, or the id in its path. The account must be able to preapprove requests, as that ' +
        'of the demo is, and the webhook requests need a receiver at `webhookUrl`, such as `npm run receiver`.',
      schema: FORMAT,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [...new Set([...Object.keys(settings), 'token', ...names])].map((key) => ({
      key,
      value: settings[key] ?? '',
    })),
    item,
  };
}

function folders(): Folder[] {
  const document = apiDocument();
  const operations = operationsOf(document);
  const byId = new Map(operations.map((each) => [each.id, each]));
  const named = (id: string, name?: string): Item =>
    itemOf(required(byId.get(id), `There is no operation ${id}.`), name);
  const all = Map.groupBy(
    operations.filter(({ id }) => !atTheEnds.has(id)),
    ({ tag }) => tag,
  );
  const types = document.tags
    .filter(({ name }) => !first.includes(name) && !late.has(name))
    .flatMap((tag) => [tag, ...document.tags.filter(({ name }) => late.get(name) === tag.name)]);
  const folder = ({ name, description }: (typeof types)[number]): Folder =>
    typeFolder({ name, description }, all.get(name) ?? [], named);
  return [
    { name: 'auth', item: [named('signIn'), named('me')] },
    earlierFolder(),
    releaseFolder(),
    ...types.map(folder),
    {
      name: 'Deletions',
      description: 'Deletes what the other folders have created, except the release.',
      item: types
        .toReversed()
        .flatMap(({ name }) => (all.get(name) ?? []).filter(isDeletion).map((each) => itemOf(each))),
    },
    {
      name: 'Sign out',
      item: [
        named('changePassword'),
        named('signOut'),
        named('signIn', 'Sign in again'),
        named('signOutEverywhere'),
      ],
    },
  ];
}

/** Not folders of types. */
const first: readonly string[] = ['auth'];
/** Tags whose requests need what those of another have made. */
const late: ReadonlyMap<string, string> = new Map([['analytics', 'analytics-reports']]);
const atTheEnds: ReadonlySet<string> = new Set([
  'signIn',
  'me',
  'changePassword',
  'signOut',
  'signOutEverywhere',
]);

const isDeletion = (operation: Operation): boolean => servingOf(operation).does === 'delete';

type Named = (id: string, name?: string) => Item;

function typeFolder(
  tag: Pick<Folder, 'name' | 'description'>,
  operations: readonly Operation[],
  named: Named,
): Folder {
  const own = operations.filter((each) => !each.isRelated && !isDeletion(each));
  const order = own.toSorted((left, right) => placeOf(left) - placeOf(right));
  const related = operations.filter(({ isRelated }) => isRelated).map((each) => itemOf(each));
  const items = special[tag.name]?.(named) ?? order.map((each) => itemOf(each));
  return {
    ...tag,
    item: [...items, ...(related.length > 0 ? [{ name: 'Related records', item: related }] : [])],
  };
}

/** A decision is possible once, so that each needs its own request. */
const special: Readonly<Record<string, (named: Named) => Item[]>> = {
  'distribution-requests': (named) => [
    named('listDistributionRequests'),
    named('createDistributionRequest'),
    named('readDistributionRequest'),
    named('updateDistributionRequest'),
    named('rejectDistributionRequest'),
    named('createDistributionRequest', 'Create another distribution request'),
    named('preapproveDistributionRequest'),
  ],
};

/** @returns the place within the life of a record: found, made, read, changed. */
function placeOf(operation: Operation): number {
  const { does } = servingOf(operation);
  const places: Partial<Record<typeof does, number>> = { list: 0, create: 3, read: 4, update: 5 };
  const place = places[does];
  if (place !== undefined) return place;
  if (readsEarlier(operation)) return 1;
  return operation.path.includes('{id}') ? 6 : 2;
}
