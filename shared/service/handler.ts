/** The Lambda handler of a group of the service, from its features, custom actions and endpoints. It loads no other features. */
import { callers } from '../accounts/sign-in/callers.ts';
import { partsOf } from '../kit/crud/feature.ts';
import type { Definitions } from '../kit/declare/definitions.ts';
import { type GroupHandler, groupHandler, type Making, type Parts } from '../kit/group-handler.ts';
import type { api } from './api.ts';
import { problems } from './problems.ts';

type Declarations = typeof api;
type Group = Declarations['resources'][number]['group'] | Declarations['endpoints'][number]['group'];

/**
 * The Lambda handler of a group. A declared action or endpoint without an implementation does not compile.
 * @param group the group named in the declarations.
 * @param parts features, actions by type and name, and endpoints by name.
 * @example export const handler = makeHandler('labels', { features: [catalogueShown] });
 * @example
 * export const handler = makeHandler('users', {
 *   features: [accountsShown, accountsWritten, referenceShown],
 *   actions: { users: { 'assignable-roles': listAssignableRoles } },
 * });
 */
export const makeHandler = <G extends Group>(group: G, parts: Parts<Declarations, G>): GroupHandler =>
  handlerOf({ ...partsOf(parts.features), problems }, { group, ...(parts as Partial<Making>) });

/**
 * The same for any definitions.
 * @throws Error if a declared action or endpoint has no implementation.
 * @internal Tests serve their own APIs with it.
 */
export const handlerOf = (api: Definitions, making: Omit<Making, 'callers'>): GroupHandler =>
  groupHandler(api, { ...making, callers });
