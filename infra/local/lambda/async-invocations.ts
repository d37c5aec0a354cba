/** Asynchronous invocations: stored until they succeed, and tried up to three times, as Lambda does. */
import * as v from 'valibot';
import type { Clock } from '../host/clock.ts';
import type { Service } from '../host/lifecycle.ts';
import type { State } from '../host/state.ts';
import type { Runtime } from './runtime.ts';

/** Milliseconds to wait after the first and the second failure. */
const RETRY_GAPS = [60_000, 120_000] as const;

const rowSchema = v.object({
  id: v.number(),
  function: v.string(),
  payload: v.string(),
  attempt: v.number(),
  due: v.number(),
});
type Row = v.InferOutput<typeof rowSchema>;

interface Dependencies {
  readonly clock: Clock;
  readonly state: State;
}

/** On start, continues with the invocations that an earlier run of the stage left. */
export const asyncInvocations = (
  runtime: Runtime,
  dependencies: Dependencies,
): Service<AsyncInvocations> => ({
  start() {
    const invocations = new AsyncInvocations(runtime, dependencies);
    invocations.resume();
    return invocations;
  },
  end: (invocations) => invocations.end(),
});

export class AsyncInvocations {
  readonly #runtime: Runtime;
  readonly #clock: Clock;
  readonly #database: State['database'];
  readonly #timers = new Set<() => void>();
  #hasEnded = false;

  constructor(runtime: Runtime, { clock, state }: Dependencies) {
    this.#runtime = runtime;
    this.#clock = clock;
    this.#database = state.database;
    this.#database.exec(`CREATE TABLE IF NOT EXISTS invocations (
      id INTEGER PRIMARY KEY, function TEXT, payload TEXT, attempt INTEGER, due REAL)`);
  }

  add(functionArn: string, payload: string): void {
    const due = this.#clock.now();
    const insert = this.#database.prepare('INSERT INTO invocations VALUES (NULL, ?, ?, 0, ?)');
    const { lastInsertRowid } = insert.run(functionArn, payload, due);
    this.#schedule({ id: Number(lastInsertRowid), function: functionArn, payload, attempt: 0, due });
  }

  /** Schedules the stored invocations. */
  resume(): void {
    for (const row of this.#database.prepare('SELECT * FROM invocations').all()) {
      this.#schedule(v.parse(rowSchema, row));
    }
  }

  /** Starts no more attempts. An attempt under way counts for nothing: it is repeated after the next start. */
  end(): void {
    this.#hasEnded = true;
    for (const cancel of this.#timers) cancel();
  }

  #schedule(row: Row): void {
    const cancel = this.#clock.at(row.due, () => {
      this.#timers.delete(cancel);
      void this.#attempt(row);
    });
    this.#timers.add(cancel);
  }

  async #attempt(row: Row): Promise<void> {
    // Throws for a function that the template no longer has.
    const outcome = await this.#runtime.invoke(row.function, row.payload).catch(() => undefined);
    if (this.#hasEnded) return;
    const gap = RETRY_GAPS[row.attempt];
    if (!outcome?.isError || gap === undefined) {
      this.#database.prepare('DELETE FROM invocations WHERE id = ?').run(row.id);
      return;
    }
    const next = { ...row, attempt: row.attempt + 1, due: this.#clock.now() + gap };
    const postpone = this.#database.prepare('UPDATE invocations SET attempt = ?, due = ? WHERE id = ?');
    postpone.run(next.attempt, next.due, row.id);
    this.#schedule(next);
  }
}
