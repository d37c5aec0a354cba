/** The token of the page's sign-in form. It is kept in memory only. */
import { reactive } from 'vue';

export const session = reactive({ token: '', email: '' });

/** Shows the sign-in form again if the service no longer accepts the token. */
export function endIfRejected({ status }: Pick<Response, 'status'>): void {
  if (status === 401) session.token = '';
}

/** @returns what went wrong; undefined if the user is signed in. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  const response = await fetch('/oauth/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, grant_type: 'password' }),
  });
  const body = (await response.json()) as {
    readonly access_token?: string;
    readonly errors?: readonly { readonly detail?: string }[];
  };
  if (body.access_token === undefined)
    return body.errors?.[0]?.detail ?? `The service responded with ${response.status}.`;
  Object.assign(session, { token: body.access_token, email });
  return undefined;
}
