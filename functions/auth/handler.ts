/** Signing in and out (specification 5). */
import { makeHandler } from '../../shared/handler.ts';
import { me } from './me.ts';
import { signIn } from './sign-in.ts';
import { signOut, signOutEverywhere } from './sign-out.ts';

export const handler = makeHandler('auth', {
  endpoints: { 'sign-in': signIn, me, 'sign-out': signOut, 'sign-out-everywhere': signOutEverywhere },
});
