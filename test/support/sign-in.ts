/** Signs in to a running stage, by default as the admin of its demo organization. */
import { demoLogin } from '../../bin/local/demo/demo-api.ts';

/** @returns the access token. */
export async function signIn(
  url: string,
  login: { readonly email: string; readonly password: string } = demoLogin,
): Promise<string> {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...login, grant_type: 'password' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
