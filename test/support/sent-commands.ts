/** What a client of the AWS SDK would send, with responses of the test. For what no engine shows, such as throttling. */
import { vi } from 'vitest';

interface Command<Input> {
  readonly input: Input;
}

export class SentCommands<Input> {
  /** Of each command, in the order in which they were sent. */
  readonly inputs: Input[] = [];
  #responses: (() => unknown)[] = [];
  #respond: (input: Input) => unknown = () => ({});

  /** @param type of the only command that the client may send. */
  constructor(client: { readonly prototype: object }, type: new (input: Input) => object) {
    const prototype = client.prototype as { send: (command: Command<Input>) => Promise<unknown> };
    vi.spyOn(prototype, 'send').mockImplementation(async (command) => {
      if (!(command instanceof type)) throw new Error(`${command.constructor.name} was sent.`);
      this.inputs.push(command.input);
      const next = this.#responses.shift();
      return next ? next() : this.#respond(command.input);
    });
  }

  /** @param respond returns or throws the response to every command that has no own response. */
  respond(respond: (input: Input) => unknown): this {
    this.#respond = respond;
    return this;
  }

  /** @param respond returns or throws the response to the next command. */
  once(respond: () => unknown): this {
    this.#responses.push(respond);
    return this;
  }
}

export function thrower(error: Error): () => never {
  return () => {
    throw error;
  };
}
