/** APIs that tests declare, and their handlers. Their callers and problems are those of the service. */
import { callers } from '../../shared/accounts/sign-in/callers.ts';
import type { Definitions } from '../../shared/kit/declare/definitions.ts';
import { groupHandler } from '../../shared/kit/group-handler.ts';
import { problems } from '../../shared/service/problems.ts';

type Declared = Pick<Definitions, 'resources' | 'keys'> & Partial<Definitions>;

export const defineApi = <const D extends Declared>(declared: D): D & Definitions => ({
  endpoints: [],
  reference: {},
  views: {},
  sources: {},
  problems,
  ...declared,
});

type Serving = Omit<Parameters<typeof groupHandler>[1], 'callers'>;

export const handlerOf = (api: Definitions, serving: Serving) => groupHandler(api, { ...serving, callers });
