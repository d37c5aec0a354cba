/**
 * A user's client, as the guides advise: it repeats what got no response, POST with an Idempotency-Key, and
 * renews its token.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figures } from './figures.ts';

export interface Login {
  readonly email: string;
  readonly password: string;
}

export interface Outcome {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: documents of every shape.
  readonly body: any;
  /** Whether an earlier attempt got no response, so that it may have been applied. */
  readonly isRepeated: boolean;
}

export interface SoakRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
  /** False for a POST that is not repeated. Its outcome may stay unknown. */
  readonly hasKey?: boolean;
}

const ATTEMPT_MILLISECONDS = 40_000;
/** A request without a response for this long is a fault. */
const LIMIT_MILLISECONDS = 180_000;

/** No attempt got a response that says whether the request was applied. */
export class NoResponse extends Error {}

export class Client {
  readonly login: Login;
  readonly #url: string;
  readonly #figures: Figures;
  #token = '';

  constructor(url: string, login: Login, figures: Figures) {
    this.#url = url;
    this.login = login;
    this.#figures = figures;
  }

  /** @throws NoResponse for a request without a key that got no response, and after three minutes. */
  async ask({ method, path, body, hasKey = true }: SoakRequest): Promise<Outcome> {
    const key = method === 'POST' && hasKey ? { 'idempotency-key': randomUUID() } : {};
    const until = Date.now() + LIMIT_MILLISECONDS;
    let isRepeated = false;
    for (let attempt = 0; Date.now() < until; attempt++) {
      const response = await this.#attempt({ method, path, body }, key);
      if (response && isFinal(response)) return { ...response, isRepeated };
      if (response?.status === 401) {
        await this.signIn();
        continue;
      }
      const isRejectedBefore = response?.status === 429 || response?.status === 409;
      if (!isRejectedBefore) isRepeated = true;
      if (method === 'POST' && !hasKey && isRepeated) throw new NoResponse(`${method} ${path}`);
      await wait(pauseOf(response?.retryAfter, attempt));
    }
    this.#figures.count('requests given up');
    throw new NoResponse(`${method} ${path} got no response in three minutes.`);
  }

  async get(path: string): Promise<Outcome> {
    return this.ask({ method: 'GET', path });
  }

  async signIn(): Promise<void> {
    const body = { ...this.login, grant_type: 'password' };
    for (let attempt = 0; attempt < 100; attempt++) {
      const response = await this.#attempt({ method: 'POST', path: '/oauth/token', body }, {});
      if (response?.status === 200) {
        this.#token = String(response.body.access_token);
        this.#figures.count('tokens');
        return;
      }
      await wait(pauseOf(response?.retryAfter, attempt));
    }
    throw new NoResponse(`${this.login.email} could not sign in.`);
  }

  async #attempt({ method, path, body }: SoakRequest, headers: object) {
    const startedAt = performance.now();
    this.#figures.count('requests');
    try {
      const isOauth = path.startsWith('/oauth');
      const response = await fetch(this.#url + path, {
        method,
        headers: {
          ...(!isOauth && { authorization: `Bearer ${this.#token}` }),
          ...(body && { 'content-type': isOauth ? 'application/json' : 'application/vnd.api+json' }),
          ...headers,
        },
        signal: AbortSignal.timeout(ATTEMPT_MILLISECONDS),
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const { status } = response;
      this.#figures.took(performance.now() - startedAt);
      if (status >= 400) this.#figures.count(`error ${errorName(status, text)}`);
      return { status, body: text && JSON.parse(text), retryAfter: response.headers.get('retry-after') };
    } catch (error) {
      this.#figures.count(`error ${failureName(error)}`);
      return undefined;
    }
  }
}

const isFinal = ({ status, retryAfter }: { status: number; retryAfter: string | null }): boolean =>
  status < 500 && status !== 401 && status !== 429 && !(status === 409 && retryAfter !== null);

/** Faults of the product are named by their code. */
function errorName(status: number, text: string): string {
  const [, code] = /"code":\s*"([^"]+)"/.exec(text) ?? [];
  return code ? `${status} ${code}` : String(status);
}

function failureName(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'no response in time';
  return error instanceof SyntaxError ? 'broken response' : 'no connection';
}

function pauseOf(retryAfter: string | null | undefined, attempt: number): number {
  const backoff = Math.min(2000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2);
  return Math.max(backoff, 1000 * Number(retryAfter ?? 0));
}
