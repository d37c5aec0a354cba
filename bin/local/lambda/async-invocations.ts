/** Asynchronous invocations: stored until they succeed, up to three attempts in six hours, as on Lambda. */
import * as v from 'valibot';
import type { Clock } from '../host/clock.ts';
import type { State } from '../host/state.ts';
import type { Plan } from '../template/plan.ts';
import type { Runtime } from './runtime.ts';

/** Milliseconds to wait after the first and the second failure. */
const RETRY_GAPS = [60_000, 120_000] as const;

/** The settings of functions without an event invoke configuration. */
const defaults = { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 21_600 } as const;

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
  readonly #plan: Plan;
  readonly #timers = new Set<() => void>();
  #hasEnded = false;

  /** Resumes the invocations that an earlier run of the stage did not finish. */
  constructor(runtime: Runtime, { plan, clock, state }: { plan: Plan; clock: Clock; state: State }) {
    this.#runtime = runtime;
    this.#plan = plan;
    this.#clock = clock;
    this.#database = state.database;
    this.#database.exec(`CREATE TABLE IF NOT EXISTS invocations (
      id INTEGER PRIMARY KEY, function TEXT, payload TEXT, attempt INTEGER, due REAL)`);
    for (const row of this.#database.prepare('SELECT * FROM invocations').all()) {
      this.#schedule(v.parse(rowSchema, row));
    }
  }

  add(functionArn: string, payload: string): void {
    const due = this.#clock.now();
    const insert = this.#database.prepare('INSERT INTO invocations VALUES (NULL, ?, ?, 0, ?)');
    const { lastInsertRowid } = insert.run(functionArn, payload, due);
    this.#schedule({ id: Number(lastInsertRowid), function: functionArn, payload, attempt: 0, due });
  }

  /** Stops starting attempts. A running attempt is not counted and is repeated after the next start. */
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
    const { MaximumRetryAttempts: retries, MaximumEventAgeInSeconds: seconds } = this.#limits(row);
    if (this.#clock.now() - createdAt(row) > seconds * 1000) return this.#remove(row);
    // Throws for a function that the template no longer has.
    const outcome = await this.#runtime.invoke(row.function, row.payload).catch(() => undefined);
    if (this.#hasEnded) return;
    const gap = RETRY_GAPS[row.attempt];
    if (!outcome?.isError || gap === undefined || row.attempt >= retries) return this.#remove(row);
    const next = { ...row, attempt: row.attempt + 1, due: this.#clock.now() + gap };
    const postpone = this.#database.prepare('UPDATE invocations SET attempt = ?, due = ? WHERE id = ?');
    postpone.run(next.attempt, next.due, row.id);
    this.#schedule(next);
  }

  #limits({ function: nameOrArn }: Row) {
    const name = nameOrArn.replace(/^.*:function:/, '');
    const configured = this.#plan.ofType('AWS::Lambda::EventInvokeConfig');
    return configured.find(({ properties }) => properties.FunctionName === name)?.properties ?? defaults;
  }

  #remove({ id }: Row): void {
    this.#database.prepare('DELETE FROM invocations WHERE id = ?').run(id);
  }
}

const createdAt = ({ due, attempt }: Row): number =>
  RETRY_GAPS.slice(0, attempt).reduce((time, gap) => time - gap, due);
