/** The token of the calls, and where a new one comes from when it is no longer valid. */

/**
 * A token, or a function that returns one.
 * @param rejected the last token, if the API no longer accepts it.
 */
export type TokenSource = string | ((rejected?: string) => string | Promise<string>);

export class Tokens {
  #token: string | undefined;
  #renew: ((rejected?: string) => string | Promise<string>) | undefined;
  #renewal: Promise<string> | undefined;

  constructor(source: TokenSource | undefined) {
    if (typeof source === 'function') this.#renew = source;
    else this.#token = source;
  }

  /** @param renew signs in again. */
  use(token: string, renew: () => Promise<string>): void {
    this.#token = token;
    this.#renew = renew;
  }

  /** @returns undefined for a client that has not signed in. */
  async current(): Promise<string | undefined> {
    return this.#token ?? (await this.#renewed());
  }

  /** @returns whether there is another token now. Concurrent calls renew it once. */
  async replace(rejected: string | undefined): Promise<boolean> {
    if (!this.#renew) return false;
    if (this.#token === rejected) await this.#renewed(rejected);
    return this.#token !== rejected;
  }

  async #renewed(rejected?: string): Promise<string | undefined> {
    if (!this.#renew) return undefined;
    this.#renewal ??= Promise.resolve(this.#renew(rejected)).finally(() => {
      this.#renewal = undefined;
    });
    this.#token = await this.#renewal;
    return this.#token;
  }
}
