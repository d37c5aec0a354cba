/** Sends a client's requests: with its token, again if they can be repeated, errors as exceptions. */
import { ConnectionError, errorOf, type KnownErrors } from './errors.ts';
import { type RetryOptions, sleepFor, waitBefore } from './retries.ts';
import { type TokenSource, Tokens } from './tokens.ts';

export interface ClientOptions {
  /** Such as https://api.example.com. */
  readonly baseUrl: string;
  /** Not necessary for a client that signs in. */
  readonly token?: TokenSource | undefined;
  readonly retry?: RetryOptions | undefined;
  /** For each attempt. Defaults to 60 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Defaults to the global one. */
  readonly fetch?: typeof fetch | undefined;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Call {
  readonly method: string;
  /** Below the version, such as /labels. */
  readonly path: string;
  readonly query?: URLSearchParams | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether it can be repeated when an earlier attempt may have taken effect. */
  readonly isRepeatable: boolean;
  readonly isPublic?: boolean;
}

export interface Received {
  readonly headers: Headers;
  /** Undefined for a response without a body. */
  readonly document: unknown;
}

const VERSION_PATH = '/api/v1';
const TIMEOUT_MS = 60_000;
const UNAUTHENTICATED = 401;
const NOT_FOUND = 404;
const NO_CONTENT: Received = { headers: new Headers(), document: undefined };

export class Connection {
  readonly #address: string;
  readonly #options: ClientOptions;
  readonly #known: KnownErrors;
  readonly #tokens: Tokens;

  constructor(options: ClientOptions, known: KnownErrors) {
    const address = options.baseUrl.replace(/\/+$/, '');
    this.#address = address.endsWith(VERSION_PATH) ? address : address + VERSION_PATH;
    this.#options = options;
    this.#known = known;
    this.#tokens = new Tokens(options.token);
  }

  /** Keeps the credentials, to sign in again when the token is no longer valid. */
  async signIn(credentials: Credentials): Promise<string> {
    const signIn = async () => {
      const { document } = await this.send({
        method: 'POST',
        path: '/oauth/token',
        body: { ...credentials, grant_type: 'password' },
        headers: { 'Content-Type': 'application/json' },
        isRepeatable: true,
        isPublic: true,
      });
      return (document as { readonly access_token: string }).access_token;
    };
    const token = await signIn();
    this.#tokens.use(token, signIn);
    return token;
  }

  /** @throws ApiError or ConnectionError when no further attempt can succeed, or what aborted the signal. */
  async send(call: Call): Promise<Received> {
    const { retry = {} } = this.#options;
    let hasRenewed = false;
    let mayHaveHappened = false;
    for (let attempt = 1; ; ) {
      const token = call.isPublic ? undefined : await this.#tokens.current();
      const outcome = await this.#attempt(call, token);
      if ('document' in outcome) return outcome;
      const { status, error } = outcome;
      if (call.method === 'DELETE' && status === NOT_FOUND && mayHaveHappened) return NO_CONTENT;
      if (status === UNAUTHENTICATED && !call.isPublic && !hasRenewed) {
        hasRenewed = true;
        if (await this.#tokens.replace(token)) continue;
      }
      const waitMs = waitBefore({ attempt, error, isRepeatable: call.isRepeatable }, retry);
      if (waitMs === undefined) throw error;
      mayHaveHappened ||= status === undefined || status >= 500;
      await (retry.sleep ?? sleepFor)(waitMs, call.signal);
      attempt += 1;
    }
  }

  async #attempt(
    call: Call,
    token: string | undefined,
  ): Promise<Received | { readonly status: number | undefined; readonly error: Error }> {
    const { timeoutMs = TIMEOUT_MS, fetch: send = fetch } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    try {
      const response = await send(this.#urlOf(call), {
        method: call.method,
        headers: headersOf(call, token),
        signal,
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      });
      const text = await response.text();
      if (!response.ok) return { status: response.status, error: errorOf(response, text, this.#known) };
      const isText = response.headers.get('Content-Type')?.startsWith('text/');
      const document = text === '' ? undefined : isText ? text : JSON.parse(text);
      return { headers: response.headers, document };
    } catch (cause) {
      call.signal?.throwIfAborted();
      const message = `${call.method} ${call.path} got no complete response.`;
      return { status: undefined, error: new ConnectionError(message, { cause }) };
    }
  }

  #urlOf({ path, query }: Call): string {
    const search = query?.toString();
    return this.#address + path + (search ? `?${search}` : '');
  }
}

function headersOf({ body, headers }: Call, token: string | undefined): Record<string, string> {
  return {
    Accept: 'application/vnd.api+json, application/json',
    ...(body !== undefined && { 'Content-Type': 'application/vnd.api+json' }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...headers,
  };
}
