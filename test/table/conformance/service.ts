/** The service under test: its declarations and all of its functions. */
import { routesOf } from '../../../shared/kit/declare/routes.ts';
import type { ApiHandler } from '../../../shared/kit/http/stack.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { examples } from '../../support/examples.ts';
import { World } from './world.ts';

const groups = [...new Set(routesOf(definitions).map(({ group }) => group))];
const handlers = await Promise.all(
  groups.map(async (group) => {
    const module = (await import(`../../../functions/${group}/handler.ts`)) as { handler: ApiHandler };
    return [group, module.handler] as const;
  }),
);

export const service = new World({ definitions, handlers: Object.fromEntries(handlers), examples });
