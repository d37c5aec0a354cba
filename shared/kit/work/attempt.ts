/** The handler for a kind of work. Claims an attempt, makes it, and records the outcome under the claim. */
import type { Line } from '../../platform/log.ts';
import { type MetricValues, writeMetrics } from '../../platform/metrics.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/write.ts';
import { writeHeld } from './claim.ts';
import { consume } from './consume.ts';
import type { Work, WorkMessage } from './define-work.ts';
import { type Claimed, type Due, isHeld } from './due.ts';
import { hold } from './hold.ts';
import { enqueue } from './kind.ts';
import type { Lease } from './lease.ts';

export interface Clock {
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly random: () => number;
}

export interface Attempt<Row extends Due> extends Clock {
  /** A separate table client for each message, so that the log line shows its own units. */
  readonly table: Table;
  readonly claimed: Claimed<Row>;
  /** Add it to transactions. It fails them if another function has taken over. */
  readonly held: Write;
  readonly lease: Lease;
}

interface OutcomeLine extends Pick<Line, 'message'> {
  /** 'warn' if the attempt failed, even if others follow. By default, 'info'. */
  readonly level?: 'warn';
  readonly outcome?: unknown;
}

/** The result of an attempt. 'gone': the subject of the work no longer exists, and the work ends. */
export type Outcome<Row extends Due, L extends OutcomeLine> =
  | 'gone'
  | ({ readonly line: L } & (
      | { readonly is: 'done' }
      | { readonly is: 'again'; readonly next: Row }
      /** The attempt has recorded its outcome itself, with the claim as a condition. */
      | { readonly is: 'recorded'; readonly next?: Row | undefined }
    ));

/** How the attempts of a kind of work are made. */
export interface Worker<Row extends Due, L extends OutcomeLine> {
  readonly kind: Work<Row>;
  /** Prefix of log messages. 'review' logs 'review.skipped' and 'review.fault'. */
  readonly log: string;
  /** @throws if the service fails. The message is then redelivered, and the attempt does not count. */
  readonly make: (attempt: Attempt<Row>) => Promise<Outcome<Row, L>>;
  /** The metrics of an outcome. They are written once it is recorded. */
  readonly measure?: (line: L) => MetricValues;
}

/**
 * @param clock for tests.
 * @returns the handler for a queue with one kind of work.
 * @example export const handler = consumeWork({ kind: reviewWork, log: 'review', make: review })
 */
export const consumeWork = <Row extends Due, L extends OutcomeLine>(
  worker: Worker<Row, L>,
  clock: Partial<Clock> = {},
) =>
  consume({
    schema: worker.kind.messageSchema,
    subject: ({ id, attempt: position }) => ({ [worker.kind.id]: id, position }),
    process: (message, table) => attempt(worker, message, { ...clock, table }),
    fault: `${worker.log}.fault`,
  });

/** @returns the log line, with the outcome 'overtaken' if another function has taken over. */
export async function attempt<Row extends Due, L extends OutcomeLine>(
  { kind, log, make, measure }: Worker<Row, L>,
  { id, attempt: position }: WorkMessage,
  { table, now = () => new Date(), random = Math.random }: Partial<Clock> & { readonly table: Table },
): Promise<OutcomeLine> {
  const request = { kind, key: kind.key(id), attempt: position, now, random };
  const done = await hold(table, request, async (claimed, lease) => {
    const outcome = await make({
      claimed,
      held: { check: request.key, condition: isHeld(claimed) },
      lease,
      table,
      now,
      random,
    });
    if (outcome === 'gone') {
      await writeHeld(table, claimed, kind.end(id));
      return outcome;
    }
    const { is, next } = { next: undefined, ...outcome };
    if (is !== 'recorded') {
      const write = next ? { put: kind.item(next) } : kind.end(id);
      const isRecorded = await writeHeld(table, claimed, write);
      if (!isRecorded) return { ...outcome.line, outcome: 'overtaken' };
    }
    if (measure) writeMetrics(kind.name, measure(outcome.line));
    if (next) await enqueue(kind, [next], now());
    return outcome.line;
  });
  return typeof done === 'string' ? { message: `${log}.skipped`, outcome: done } : done;
}
