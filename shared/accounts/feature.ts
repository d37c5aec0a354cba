/** Accounts: users, organizations and signing in. */
import { changePassword, me, signIn, signOut, signOutEverywhere } from './api/authentication.ts';
import { users } from './api/users.ts';
import { whiteLabels } from './api/white-labels.ts';
import { userHooks } from './hooks/user-hooks.ts';
import { usersView } from './views/users.ts';

export const types = [users, whiteLabels] as const;
export const endpoints = [signIn, me, signOut, signOutEverywhere, changePassword] as const;
export const views = { users: usersView };
export const hooks = { users: userHooks };
export { accountKeyRows as keys } from './keys.ts';
export { movedAccounts as moves } from './moved.ts';
export { accountProblems as problems } from './problems.ts';
