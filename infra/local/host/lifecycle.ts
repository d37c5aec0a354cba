/** What the stage runs, piece by piece: services start one after the other and end in the reverse order. */

/** @template T what the service offers once it runs, for the services that start after it. */
export interface Service<T> {
  /** @throws when it cannot run. It then leaves nothing behind, and `end` is not called. */
  start(): T | Promise<T>;
  /** @param running what `start` returned. */
  end(running: T): unknown;
}

export class Services {
  readonly #ends: (() => unknown)[] = [];

  /** @throws whatever the service throws; the services started before it keep running. */
  async start<T>(service: Service<T>): Promise<T> {
    const running = await service.start();
    this.#ends.push(() => service.end(running));
    return running;
  }

  /**
   * Ends every service that was started, the last one first. A service that fails to end does not keep the others
   * running.
   * @throws the first failure, once all others have ended.
   */
  async end(): Promise<void> {
    const errors: unknown[] = [];
    for (let end = this.#ends.pop(); end; end = this.#ends.pop()) {
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
