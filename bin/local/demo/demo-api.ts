/** The API as the demo organization's administrator uses it, and the commands of the operator. */
import * as v from 'valibot';

export const demoLogin = { email: 'admin@demo.example', password: 'Demo-Password-1' } as const;

const tokenSchema = v.object({ access_token: v.string() });
const recordSchema = v.object({ id: v.string(), attributes: v.record(v.string(), v.unknown()) });
const userSchema = v.object({ user: v.object({ id: v.number() }) });
const singleSchema = v.object({ data: recordSchema });
const listSchema = v.object({ data: v.array(recordSchema) });

/** Runs an operator's command. */
export type Operate = (command: string, given: Readonly<Record<string, unknown>>) => Promise<unknown>;

export type DemoRecord = v.InferOutput<typeof recordSchema>;

/** A request for the demo data failed. */
export class SeedingError extends Error {
  readonly retryAfterSeconds: number | undefined;

  constructor(request: string, response: Response) {
    super(`${request} failed with status ${response.status}`);
    this.name = 'SeedingError';
    // Rate limits and overload are temporary. Anything else would fail again.
    const isTemporary = response.status === 429 || response.status === 503;
    this.retryAfterSeconds = isTemporary ? Number(response.headers.get('retry-after') ?? 10) : undefined;
  }
}

export class DemoApi {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
  }

  static async signIn(url: string): Promise<DemoApi> {
    const response = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...demoLogin, grant_type: 'password' }),
    });
    if (!response.ok) throw new SeedingError('The demo sign-in', response);
    return new DemoApi(url, v.parse(tokenSchema, await response.json()).access_token);
  }

  /** The id of the administrator. */
  async userId(): Promise<string> {
    return String(v.parse(userSchema, await this.#request('GET', '/auth/me')).user.id);
  }

  async list(path: string): Promise<DemoRecord[]> {
    return v.parse(listSchema, await this.#request('GET', path)).data;
  }

  create(type: string, content: object): Promise<DemoRecord> {
    return this.post(`/${type}`, { data: { type, ...content } });
  }

  async post(path: string, document?: object): Promise<DemoRecord> {
    return v.parse(singleSchema, await this.#request('POST', path, document)).data;
  }

  async #request(method: 'GET' | 'POST', path: string, document?: object): Promise<unknown> {
    const body = document && { body: JSON.stringify(document) };
    const response = await fetch(this.#url + path, { method, headers: this.#headers, ...body });
    if (!response.ok) throw new SeedingError(`The demo's ${method} ${path}`, response);
    return response.json();
  }
}

const outcomeSchema = v.object({ problems: v.optional(v.array(v.object({ detail: v.string() })), []) });

/** @throws with the problems of the command. */
export function requireDone(outcome: unknown): void {
  const { problems } = v.parse(outcomeSchema, outcome);
  if (problems.length > 0) throw new Error(problems.map(({ detail }) => detail).join(' '));
}
