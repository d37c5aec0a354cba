/** Write hooks of users. */
import type { Feature } from '../kit/crud/feature.ts';
import { userHooks } from './hooks/user-hooks.ts';

export const accountsWritten: Feature = { hooks: { users: userHooks } };
