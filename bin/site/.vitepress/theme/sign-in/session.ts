/** The sign-in of the pages. The token is kept in memory only, and is forgotten with the page. */
import { reactive } from 'vue';
import type { Calls } from './calls.ts';

export const session = reactive({
  token: '',
  /** The address of the last account, also after its session has ended. Empty after signing out. */
  email: '',
  /** Whether the service no longer accepts the token. */
  hasEnded: false,
});

/** Shows the sign-in form again if the service no longer accepts the token. */
export function endIfRejected({ status }: Pick<Response, 'status'>): void {
  if (status === 401) Object.assign(session, { token: '', hasEnded: true });
}

export const UNREACHABLE = 'The service could not be reached. Check the connection, then try again.';

type SignIn = Calls['signIn'];
type Signed = Partial<SignIn['response']> & {
  readonly errors?: readonly { readonly detail?: string }[];
};

/** @returns what went wrong; undefined if the user is signed in. */
export async function signIn(email: string, password: string): Promise<string | undefined> {
  try {
    const response = await fetch('/oauth/token' satisfies SignIn['path'], {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password, grant_type: 'password' } satisfies SignIn['body']),
    });
    const { access_token: token, errors } = (await response.json()) as Signed;
    if (token === undefined) return errors?.[0]?.detail ?? `The service responded with ${response.status}.`;
    Object.assign(session, { token, email, hasEnded: false });
    return undefined;
  } catch {
    return UNREACHABLE;
  }
}

/** Forgets the token, and ends its session at the service. @returns what to say. */
export async function signOut(): Promise<string> {
  const { token } = session;
  Object.assign(session, { token: '', email: '', hasEnded: false });
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const { ok, status } = await fetch('/auth/logout', { method: 'POST', headers });
    if (ok || status === 401) return 'Signed out.';
  } catch {
    // As for other failures.
  }
  return 'The page has deleted the token, but the service did not end the session. It ends when the token expires.';
}
