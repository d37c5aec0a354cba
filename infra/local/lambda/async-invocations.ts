/** Invocations nobody waits for: kept until they succeed, tried three times, as Lambda does with events. */
import * as v from 'valibot';
import type { Clock } from '../host/clock.ts';
import type { State } from '../host/state.ts';
import type { Runtime } from './runtime.ts';

/** After the first and the second failure. */
const RETRY_GAPS = [60_000, 120_000] as const;

const rowSchema = v.object({
  id: v.number(),
  function: v.string(),
  payload: v.string(),
  attempt: v.number(),
  due: v.number(),
});
type Row = v.InferOutput<typeof rowSchema>;

export class AsyncInvocations {
  readonly #runtime: Runtime;
  readonly #clock: Clock;
  readonly #database: State['database'];
  readonly #timers = new Set<() => void>();
  #isStopped = false;

  constructor(runtime: Runtime, { clock, state }: { clock: Clock; state: State }) {
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

  /** Takes up what an earlier run of the stage left. */
  resume(): void {
    for (const row of this.#database.prepare('SELECT * FROM invocations').all()) {
      this.#schedule(v.parse(rowSchema, row));
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const callOff of this.#timers) callOff();
  }

  #schedule(row: Row): void {
    const callOff = this.#clock.at(row.due, () => {
      this.#timers.delete(callOff);
      void this.#attempt(row);
    });
    this.#timers.add(callOff);
  }

  async #attempt(row: Row): Promise<void> {
    // It throws for a function that a newer template no longer has.
    const outcome = await this.#runtime.invoke(row.function, row.payload).catch(() => undefined);
    if (this.#isStopped) return;
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
