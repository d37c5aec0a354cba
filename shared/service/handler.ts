/** The Lambda handler of a group of the service, from its custom actions, endpoints and hooks. */
import { callers } from '../accounts/sign-in/callers.ts';
import type { Definitions } from '../kit/declare/definitions.ts';
import { type GroupHandler, groupHandler, type Making, type Parts } from '../kit/group-handler.ts';
import { definitions } from './definitions.ts';

type Declarations = typeof definitions;
type Group = Declarations['resources'][number]['group'] | Declarations['endpoints'][number]['group'];

/**
 * The Lambda handler of a group. A declared action or endpoint without an implementation does not compile.
 * @param group the group named in the declarations.
 * @param parts actions by type and name, endpoints by name, and hooks by type.
 * @example export const handler = makeHandler('labels', {});
 * @example
 * export const handler = makeHandler('users', {
 *   actions: { users: { 'assignable-roles': listAssignableRoles } },
 *   hooks: { users: userHooks },
 * });
 */
export const makeHandler = <G extends Group>(group: G, parts: Parts<Declarations, G>): GroupHandler =>
  handlerOf(definitions, { group, ...(parts as Partial<Making>) });

/**
 * The same for any definitions.
 * @throws Error when a declared action or endpoint has no implementation.
 * @internal Tests serve APIs of their own with it.
 */
export const handlerOf = (api: Definitions, making: Omit<Making, 'callers'>): GroupHandler =>
  groupHandler(api, { ...making, callers });
