/** Invocations nobody waits for: kept until they succeed, tried three times, as Lambda does with events. */
import * as v from 'valibot';
import type { Clock } from './clock.ts';
import type { Runtime } from './runtime.ts';
import type { State } from './state.ts';

export interface AsyncInvocations {
  add(functionArn: string, payload: string): void;
  /** Takes up what an earlier run of the stage left. */
  resume(): void;
  stop(): void;
}

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

export function openInvocations(
  runtime: Runtime,
  { clock, state: { database } }: { clock: Clock; state: State },
): AsyncInvocations {
  database.exec(`CREATE TABLE IF NOT EXISTS invocations (
    id INTEGER PRIMARY KEY, function TEXT, payload TEXT, attempt INTEGER, due REAL)`);
  const insert = database.prepare('INSERT INTO invocations VALUES (NULL, ?, ?, 0, ?)');
  const postpone = database.prepare('UPDATE invocations SET attempt = ?, due = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM invocations WHERE id = ?');
  const timers = new Set<() => void>();
  let isStopped = false;

  const schedule = (row: Row) => {
    const callOff = clock.at(row.due, () => {
      timers.delete(callOff);
      void attempt(row);
    });
    timers.add(callOff);
  };
  const attempt = async (row: Row) => {
    // A function that a newer template no longer has.
    const outcome = await runtime.invoke(row.function, row.payload).catch(() => undefined);
    if (isStopped) return;
    const gap = RETRY_GAPS[row.attempt];
    if (!outcome?.isError || gap === undefined) {
      remove.run(row.id);
      return;
    }
    const next = { ...row, attempt: row.attempt + 1, due: clock.now() + gap };
    postpone.run(next.attempt, next.due, row.id);
    schedule(next);
  };
  return {
    add(functionArn, payload) {
      const due = clock.now();
      const { lastInsertRowid } = insert.run(functionArn, payload, due);
      schedule({ id: Number(lastInsertRowid), function: functionArn, payload, attempt: 0, due });
    },
    resume() {
      for (const row of database.prepare('SELECT * FROM invocations').all())
        schedule(v.parse(rowSchema, row));
    },
    stop() {
      isStopped = true;
      for (const callOff of timers) callOff();
    },
  };
}
