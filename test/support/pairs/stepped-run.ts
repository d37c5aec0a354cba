/** Operations whose calls to the table are made one at a time, so that others can run between two of them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { dynamo } from '../../../shared/kit/table/client.ts';
import { type Footprint, footprintOf } from './footprint.ts';
import { type CallBody, isRead, knownRows } from './known-rows.ts';

export interface TableCall {
  readonly operation: string;
  readonly footprint: Footprint;
}

const current = new AsyncLocalStorage<SteppedRun>();

interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Lets runs hold the calls of the client of the table, whose reads of known rows do not go to the engine. */
export function stepCalls(): void {
  dynamo().middlewareStack.add(
    (next) => async (args) => {
      const sent = sentIn(args.request as SentRequest);
      const send = () => responseTo(sent, () => next(args));
      const run = current.getStore();
      return run ? run.step(sent, send) : send();
    },
    { step: 'finalizeRequest', priority: 'low', name: 'steppedRun' },
  );
}

interface Sent {
  readonly operation: string;
  readonly body: CallBody;
}

function sentIn({ headers, body }: SentRequest): Sent {
  const operation = String(headers['x-amz-target']).split('.')[1] ?? '';
  const text = typeof body === 'string' ? body : Buffer.from(body).toString();
  return { operation, body: JSON.parse(text) };
}

async function responseTo<T extends { readonly response: unknown; readonly output: object }>(
  { operation, body }: Sent,
  send: () => Promise<T>,
): Promise<T> {
  if (!isRead(operation)) return knownRows().noteWrite(body, send);
  const output = knownRows().read(body);
  return output
    ? ({ response: {}, output: { ...output, $metadata: {} } } as T)
    : knownRows().noteRead(body, send);
}

interface Waiting {
  readonly sent: Sent;
  readonly send: () => void;
}

/** One operation. Calls that are made concurrently follow one another in their order. */
export class SteppedRun {
  readonly calls: TableCall[] = [];
  readonly #perform: () => Promise<string>;
  readonly #waiting: Waiting[] = [];
  #allowed = 0;
  #isCalling = false;
  #outcome: Promise<string> | undefined;
  #paused: (() => void) | undefined;
  isEnded = false;

  /** @param perform returns what comes out. */
  constructor(perform: () => Promise<string>) {
    this.#perform = perform;
  }

  /** Goes on until so many calls have been made and another one waits, or to the end. */
  async advance(upTo: number): Promise<void> {
    if (this.isEnded) return;
    this.#allowed = upTo;
    const paused = new Promise<void>((resolve) => {
      this.#paused = resolve;
    });
    if (this.#outcome) this.#next();
    else this.#start();
    await paused;
  }

  /** @returns what has come out; '-' if the operation has not begun. */
  async outcome(): Promise<string> {
    return (await this.#outcome) ?? '-';
  }

  #start(): void {
    this.#outcome = current.run(this, async () => {
      try {
        return await this.#perform();
      } catch (error) {
        return `fault: ${error instanceof Error ? `${error.name} ${error.message}` : error}`;
      } finally {
        this.isEnded = true;
        this.#paused?.();
      }
    });
  }

  async step<T>(sent: Sent, send: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.#waiting.push({ sent, send: resolve });
      this.#next();
    });
    try {
      return await send();
    } finally {
      this.#isCalling = false;
      // What follows a response is sent before calls that were waiting, as long as it does not wait itself.
      setImmediate(() => this.#next());
    }
  }

  #next(): void {
    if (this.#isCalling) return;
    const [first] = this.#waiting;
    if (!first) return;
    if (this.calls.length >= this.#allowed) {
      this.#paused?.();
      return;
    }
    this.#waiting.shift();
    this.#isCalling = true;
    const { operation, body } = first.sent;
    this.calls.push({ operation, footprint: footprintOf(operation, body) });
    first.send();
  }
}
