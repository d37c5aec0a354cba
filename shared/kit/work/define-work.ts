/** Declares a kind of work: its rows, its messages and its queue follow from the declaration. */
import * as v from 'valibot';
import { rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import { type Due, dueAttributes, firstDue } from './due.ts';
import type { WorkKind } from './kind.ts';
import type { RetryGaps } from './retry-gaps.ts';
import type { WorkQueue } from './work-queue.ts';

interface WorkDeclaration<Id extends string, Fields extends v.ObjectEntries, Queue extends string> {
  /** Stored in every row of the kind: never change it. */
  readonly name: string;
  readonly queue: WorkQueue<Queue>;
  /** Where a queue has several kinds: what its messages call this one. */
  readonly called?: string;
  /** The member of rows and messages that says what the work is about. */
  readonly id: Id;
  /** Of its row. Stages hold such rows: never change it. */
  readonly key: (id: string) => Key;
  /** What rows hold besides. A new row may omit those with a default. */
  readonly fields: Fields;
  /** A start replaces the work of an earlier one, which stops. Otherwise there must be none. */
  readonly isReplaced?: true;
  readonly retryGaps?: RetryGaps;
}

/** The member of a row that says whose work it is. Rows of earlier versions of the service have none. */
export const workOwner = v.fallback(v.nullable(v.string()), null);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** The members of `Due`, in a row. */
export const dueEntries = {
  position: count,
  nextAttemptAt: v.string(),
  claimedUntil: v.nullable(v.string()),
};

type Identified<Id extends string> = { readonly [name in Id]: string };
type Output<Fields extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Fields, undefined>>;
type Input<Fields extends v.ObjectEntries> = v.InferInput<v.ObjectSchema<Fields, undefined>>;

export interface WorkMessage {
  /** What it calls the kind of work, where its queue has several. */
  readonly kind?: string | undefined;
  readonly id: string;
  /** The row's `position` when the message was sent. */
  readonly attempt: number;
}

/** A declared kind of work. `Start` is what a new row is made of. */
export interface Work<Row extends Due, Start = never, Queue extends string = string>
  extends WorkKind<Row, Queue> {
  /** The name of the id in rows, messages and log lines. */
  readonly id: string;
  /** Of the body of a message. */
  readonly messageSchema: v.GenericSchema<string, WorkMessage>;
  /** A new row. The stream has its first message sent. @param at when the first attempt is due. */
  first(fields: Start, at: Date): Item & Key;
  /** Starts the work, in the transaction that makes it necessary. @example draft.write(reviewWork.start({ requestId, ownerId }, now)) */
  start(fields: Start, at: Date): Write;
  /** Ends the work, pending or not, in the transaction that makes it unnecessary. */
  end(id: string): { readonly delete: Key };
  /** @returns the row of the attempt after this one. */
  next(row: Row, at: Date, changes?: Partial<Row>): Row;
  /** The row as it waits for its next attempt, without what a claim adds. */
  item(row: Row): Item & Key;
}

/** The rows of a kind of work, and what a new one is made of. */
export type RowOf<Kind> = Kind extends { read(item: Item): infer Row } ? Row : never;
export type StartOf<Kind> = Kind extends { start(fields: infer Start, at: Date): Write } ? Start : never;

/**
 * @example
 * export const reviewWork = defineWork({
 *   name: 'request-review',
 *   queue: { name: 'Review', consumer: 'review-requests', mapping: 'RequestsToReview', concurrency },
 *   id: 'requestId',
 *   key: (id) => ({ pk: recordKey('distribution-requests', id).pk, sk: 'review' }),
 *   fields: { ownerId: workOwner },
 * });
 */
export function defineWork<
  const Id extends string,
  Fields extends v.ObjectEntries,
  const Queue extends string,
>(
  declared: WorkDeclaration<Id, Fields, Queue>,
): Work<Identified<Id> & Readonly<Output<Fields>> & Due, Identified<Id> & Input<Fields>, Queue> {
  type Row = Identified<Id> & Readonly<Output<Fields>> & Due;
  const { name, queue, called, id, key, fields, isReplaced = false, retryGaps } = declared;
  const schema = v.object({ [id]: v.string(), ...fields, ...dueEntries });
  const read = (row: unknown) => v.parse(schema, row) as Item & Row;
  const first = (given: Identified<Id>, at: Date): Item & Key => {
    const start = firstDue(name, key(given[id]), at);
    return { ...key(given[id]), ...read({ ...given, ...start }), ...start };
  };
  return {
    name,
    queue,
    ...(retryGaps && { retryGaps }),
    isOwned: 'ownerId' in fields,
    id,
    key,
    messageSchema: messageSchema(called === undefined ? id : 'id', called),
    read,
    ownerOf: (row) => ('ownerId' in row && typeof row.ownerId === 'string' ? row.ownerId : null),
    message: (row) =>
      called === undefined
        ? { [id]: row[id], attempt: row.position }
        : { kind: called, id: row[id], attempt: row.position },
    first,
    start: (given, at) => ({ put: first(given, at), ...(!isReplaced && { condition: rowMissing }) }),
    end: (of) => ({ delete: key(of) }),
    next: (row, at, changes = {}) => {
      const moment = at.toISOString();
      const position = row.position + 1;
      return read({ ...row, ...changes, position, nextAttemptAt: moment, claimedUntil: null });
    },
    item: (row) => ({ ...key(row[id]), ...read(row), ...dueAttributes(name, key(row[id]), row) }),
  };
}

function messageSchema(name: string, called: string | undefined): v.GenericSchema<string, WorkMessage> {
  return v.pipe(
    v.string(),
    v.parseJson(undefined, 'not JSON'),
    v.transform((body) => {
      const { kind, [name]: id, attempt } = Object(body);
      return { kind, id, attempt };
    }),
    v.object({
      kind: called === undefined ? v.undefined() : v.literal(called),
      id: v.string(),
      attempt: count,
    }),
  );
}
