/** All that writes, from the declarations: routes, commands of operators and kinds of work, each with its feature. */
import { accountsCommands } from '../../../shared/accounts/commands/list.ts';
import { catalogueCommands } from '../../../shared/catalogue/commands/list.ts';
import { distributionCommands } from '../../../shared/distribution/commands/list.ts';
import { onlyReads, type Route } from '../../../shared/kit/declare/routes.ts';
import { matchingCommands } from '../../../shared/matching/commands/list.ts';
import { royaltiesCommands } from '../../../shared/royalties/commands/list.ts';
import { commands } from '../../../shared/service/commands/list.ts';
import { endpoints, types, work } from '../../../shared/service/features.ts';
import { kindsOfWork } from '../../../shared/service/kinds-of-work.ts';
import { usageCommands } from '../../../shared/usage/commands/list.ts';
import { webhooksCommands } from '../../../shared/webhooks/commands/list.ts';
import { service } from '../../table/conformance/service.ts';
import { nameOf } from '../../table/conformance/world.ts';

/** Of what no feature declares alone. */
const SERVICE = 'service';

export const writingRoutes: readonly Route[] = service.routes.filter(
  (route) => route.method !== 'GET' && !onlyReads(route),
);

const commandsOf = {
  accounts: accountsCommands,
  catalogue: catalogueCommands,
  distribution: distributionCommands,
  matching: matchingCommands,
  royalties: royaltiesCommands,
  usage: usageCommands,
  webhooks: webhooksCommands,
};

/** The name of the operation that attempts work of a kind. */
export const workName = (kind: string): string => `work ${kind}`;

/** Finds due work that has no message. */
export const SWEEP = 'sweep';

const pairsIn = <T>(
  byFeature: Readonly<Record<string, readonly T[]>>,
  nameIn: (each: T) => string,
): [string, string][] =>
  Object.entries(byFeature).flatMap(([feature, all]) =>
    all.map((each): [string, string] => [nameIn(each), feature]),
  );

const typeFeatures = new Map(
  pairsIn(types as Readonly<Record<string, readonly { type: string }[]>>, ({ type }) => type),
);
const endpointFeatures = new Map(
  pairsIn(endpoints as Readonly<Record<string, readonly { name: string }[]>>, ({ name }) => name),
);

const featureOfRoute = ({ serving }: Route): string =>
  (serving.does === 'endpoint'
    ? endpointFeatures.get(serving.endpoint.name)
    : typeFeatures.get(serving.resource.type)) ?? SERVICE;

/** The feature of each operation, by its route, command or kind of work. */
export const featureOf: ReadonlyMap<string, string> = new Map([
  ...commands.map(({ name }): [string, string] => [name, SERVICE]),
  ...pairsIn<{ name: string }>(commandsOf, ({ name }) => name),
  ...kindsOfWork.map(({ name }): [string, string] => [workName(name), SERVICE]),
  ...pairsIn<{ name: string }>(work, ({ name }) => workName(name)),
  [workName(SWEEP), SERVICE],
  ...writingRoutes.map((route): [string, string] => [nameOf(route), featureOfRoute(route)]),
]);
