/** Signing in with a library for OAuth 2.0, which sends a form. */
import { allowInsecureRequests, Configuration, genericGrantRequest } from 'openid-client';
import { expect, it } from 'vitest';
import { demoLogin } from '../../bin/local/demo/demo-api.ts';
import { demoStage } from '../stage/shared-stage.ts';

it('openid-client signs in with the password grant and reports a wrong password as an error', async () => {
  const { url } = await demoStage();
  const server = new Configuration({ issuer: url, token_endpoint: `${url}/oauth/token` }, 'app');
  allowInsecureRequests(server);
  const signIn = (password: string) =>
    genericGrantRequest(server, 'password', { username: demoLogin.email, password });
  const { access_token: token, expires_in: seconds } = await signIn(demoLogin.password);
  expect(seconds).toBe(3600);
  const me = await fetch(`${url}/auth/me`, { headers: { Authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ user: { email: demoLogin.email } });
  await expect(signIn('Wrong-Password-1')).rejects.toMatchObject({ cause: { status: 422 } });
});
