/** The Lambda handler of a group of the service, from its actions and endpoints. */
import { callers } from '../accounts/sign-in/callers.ts';
import { type GroupHandler, groupHandler, type Implementations } from '../kit/group-handler.ts';
import { definitions, hooksByType as hooks } from './definitions.ts';

type Definitions = typeof definitions;
type Group = Definitions['resources' | 'endpoints'][number]['group'];

/**
 * The Lambda handler of a group. A declared action or endpoint without an implementation does not compile.
 * @param group the group named in the declarations.
 * @param implementations actions by type and name, and endpoints by name.
 * @example export const handler = serveGroup('labels', {});
 * @example
 * export const handler = serveGroup('users', {
 *   actions: { users: { 'assignable-roles': listAssignableRoles } },
 * });
 */
export const serveGroup = <G extends Group>(
  group: G,
  implementations: Implementations<Definitions, G>,
): GroupHandler => groupHandler(definitions, { callers, group, hooks, implementations });
