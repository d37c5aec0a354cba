/** All resources and endpoints of accounts. A new resource needs a line here and a key row in keys.ts. */
import { defineApi } from '../kit/declare/api.ts';
import { changePassword, me, signIn, signOut, signOutEverywhere } from './api/authentication.ts';
import { users } from './api/users.ts';
import { whiteLabels } from './api/white-labels.ts';
import { accountKeyRows } from './keys.ts';

export const accountsDeclared = defineApi({
  resources: [users, whiteLabels],
  endpoints: [signIn, me, signOut, signOutEverywhere, changePassword],
  keys: accountKeyRows,
});
