/** Write hooks of users. */
import type { Feature } from '../kit/crud/feature.ts';
import { accountsDeclared } from './declared.ts';
import { userHooks } from './hooks/user-hooks.ts';

export const accountsWritten: Feature = { ...accountsDeclared, hooks: { users: userHooks } };
