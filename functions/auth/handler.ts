/** Signing in and out (specification 5), and changing the password. */
import { changePassword } from '../../shared/accounts/actions/change-password.ts';
import { me } from '../../shared/accounts/actions/me.ts';
import { signIn } from '../../shared/accounts/actions/sign-in.ts';
import { signOut, signOutEverywhere } from '../../shared/accounts/actions/sign-out.ts';
import { serveGroup } from '../../shared/service/serve-group.ts';

export const handler = serveGroup('auth', {
  endpoints: {
    'sign-in': signIn,
    me,
    'sign-out': signOut,
    'sign-out-everywhere': signOutEverywhere,
    'change-password': changePassword,
  },
});
