/**
 * A client of the inspector's protocol, which reaches the threads of a process through its main thread, as
 * editors do.
 */
import { once } from 'node:events';
import * as v from 'valibot';

const messageSchema = v.object({
  id: v.optional(v.number()),
  method: v.optional(v.string()),
  params: v.optional(v.record(v.string(), v.unknown()), {}),
  result: v.optional(v.record(v.string(), v.unknown()), {}),
});
type Message = v.InferOutput<typeof messageSchema>;

/** One thread with an attached debugger. */
export class InspectedThread {
  readonly #post: (text: string) => void;
  readonly #settle = new Map<number, (result: Message['result']) => void>();
  readonly #listeners = new Set<(message: Message) => void>();
  #last = 0;

  constructor(post: (text: string) => void) {
    this.#post = post;
  }

  /** @returns the result of a command. */
  send(method: string, params: object = {}): Promise<Message['result']> {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#settle.set(id, resolve);
      this.#post(JSON.stringify({ id, method, params }));
    });
  }

  /** @returns the parameters of the next event that fulfils the condition. */
  next(method: string, holds: (params: Message['params']) => boolean = () => true) {
    return new Promise<Message['params']>((resolve) => {
      const listen = (message: Message) => {
        if (message.method !== method || !holds(message.params)) return;
        this.#listeners.delete(listen);
        resolve(message.params);
      };
      this.#listeners.add(listen);
    });
  }

  on(method: string, heard: (params: Message['params']) => void): void {
    this.#listeners.add((message) => {
      if (message.method === method) heard(message.params);
    });
  }

  receive(text: string): void {
    const message = v.parse(messageSchema, JSON.parse(text));
    if (message.id !== undefined) this.#settle.get(message.id)?.(message.result);
    else for (const listen of [...this.#listeners]) listen(message);
  }
}

/**
 * @param url that Node prints.
 * @param onThread gets each thread of the process, also those that start later: they wait until they are told
 * to run.
 */
export async function attach(url: string, onThread: (thread: InspectedThread) => void): Promise<() => void> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const main = new InspectedThread((text) => socket.send(text));
  socket.addEventListener('message', ({ data }) => main.receive(String(data)));
  const threads = new Map<unknown, InspectedThread>();
  main.on('NodeWorker.attachedToWorker', ({ sessionId }) => {
    const post = (message: string) =>
      void main.send('NodeWorker.sendMessageToWorker', { sessionId, message });
    const thread = new InspectedThread(post);
    threads.set(sessionId, thread);
    onThread(thread);
  });
  main.on('NodeWorker.receivedMessageFromWorker', ({ sessionId, message }) =>
    threads.get(sessionId)?.receive(String(message)),
  );
  await main.send('NodeWorker.enable', { waitForDebuggerOnStart: true });
  return () => socket.close();
}
