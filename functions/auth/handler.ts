/** Signing in and out (specification 5), and changing the password. */
import { changePassword } from '../../shared/accounts/actions/change-password.ts';
import { me } from '../../shared/accounts/actions/me.ts';
import { signIn } from '../../shared/accounts/actions/sign-in.ts';
import { signOut, signOutEverywhere } from '../../shared/accounts/actions/sign-out.ts';
import { accountsDeclared } from '../../shared/accounts/declared.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('auth', {
  features: [accountsDeclared],
  endpoints: {
    'sign-in': signIn,
    me,
    'sign-out': signOut,
    'sign-out-everywhere': signOutEverywhere,
    'change-password': changePassword,
  },
});
