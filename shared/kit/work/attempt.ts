/** A function that works on a declared kind of work: it claims an attempt, makes it, and records its outcome under the claim. */
import type { Line } from '../../platform/log.ts';
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

/** What an attempt is made with. */
export interface Attempt<Row extends Due> extends Clock {
  /** Of this message alone: its meter counts the units of the log line. */
  readonly table: Table;
  readonly claimed: Claimed<Row>;
  /** Part of a transaction: it fails when another function has taken over. */
  readonly held: Write;
  readonly lease: Lease;
}

/** A log line. */
interface Said extends Pick<Line, 'message'> {
  readonly outcome?: unknown;
}

/** What an attempt leads to. 'gone': what the work was about is no longer there, and the work ends. */
export type Outcome<Row extends Due, Says extends Said> =
  | 'gone'
  | ({ readonly line: Says } & (
      | { readonly is: 'done' }
      | { readonly is: 'again'; readonly next: Row }
      /** The attempt itself has written what follows, with the claim as a condition. */
      | { readonly is: 'recorded'; readonly next?: Row | undefined }
    ));

export interface Making<Row extends Due, Says extends Said> {
  readonly kind: Work<Row>;
  /** Begins the names of log lines: 'review' gives 'review.skipped' and 'review.fault'. */
  readonly log: string;
  /** @throws on faults of the service: the message is redelivered, and the attempt does not count. */
  readonly make: (attempt: Attempt<Row>) => Promise<Outcome<Row, Says>>;
}

/**
 * @param clock for tests.
 * @returns the handler of a function whose queue has one kind of work.
 * @example export const handler = consumeWork({ kind: reviewWork, log: 'review', make: review })
 */
export const consumeWork = <Row extends Due, Says extends Said>(
  making: Making<Row, Says>,
  clock: Partial<Clock> = {},
) =>
  consume({
    schema: making.kind.messageSchema,
    subject: ({ id, attempt: position }) => ({ [making.kind.id]: id, position }),
    process: (message, table) => attempt(making, message, { ...clock, table }),
    fault: `${making.log}.fault`,
  });

/** @returns the log line of the message, with the outcome 'overtaken' if another function has taken over. */
export async function attempt<Row extends Due, Says extends Said>(
  { kind, log, make }: Making<Row, Says>,
  { id, attempt: position }: WorkMessage,
  { table, now = () => new Date(), random = Math.random }: Partial<Clock> & { readonly table: Table },
): Promise<Said> {
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
    if (next) await enqueue(kind, [next], now());
    return outcome.line;
  });
  return typeof done === 'string' ? { message: `${log}.skipped`, outcome: done } : done;
}
