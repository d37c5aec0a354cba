/** Declares a kind of work, with its rows, messages and queue. */
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
  /** Stored in every row of the kind. Never change it. */
  readonly name: string;
  readonly queue: WorkQueue<Queue>;
  /** Name of the kind in messages, if its queue has several kinds. */
  readonly called?: string;
  /** Name of the subject's id in rows, messages and log lines. */
  readonly id: Id;
  /** Key of a row. Never change it, because stages have such rows. */
  readonly key: (id: string) => Key;
  /** Other fields of a row. Those with a default can be omitted in new rows. */
  readonly fields: Fields;
  /** Starting stops and replaces earlier work. By default, starting fails if earlier work exists. */
  readonly isReplaced?: true;
  readonly retryGaps?: RetryGaps;
}

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
  /** Name of the kind, if the queue has several. */
  readonly kind?: string | undefined;
  readonly id: string;
  /** The row's `position` when the message was sent. */
  readonly attempt: number;
}

/** A declared kind of work. `Start` are the fields of a new row. */
export interface Work<Row extends Due, Start = never, Queue extends string = string>
  extends WorkKind<Row, Queue> {
  /** Name of the id in rows, messages and log lines. */
  readonly id: string;
  /** Parses the body of a message. */
  readonly messageSchema: v.GenericSchema<string, WorkMessage>;
  /** A new row. publish-changes sends its first message. @param at when the first attempt is due. */
  first(fields: Start, at: Date): Item & Key;
  /** Starts the work. @example return { writes: [validationWork.start({ assetId: id, ownerId }, now)] } */
  start(fields: Start, at: Date): Write;
  /** Ends the work, even while an attempt is running. */
  end(id: string): { readonly delete: Key };
  /** @returns the row for the next attempt. */
  next(row: Row, at: Date, changes?: Partial<Row>): Row;
  /** The stored form of a row without a claim. */
  item(row: Row): Item & Key;
}

export type RowOf<Kind> = Kind extends { read(item: Item): infer Row } ? Row : never;
export type StartOf<Kind> = Kind extends { start(fields: infer Start, at: Date): Write } ? Start : never;

/**
 * @example
 * export const reviewWork = defineWork({
 *   name: 'request-review',
 *   queue: { name: 'Review', consumer: 'review-requests', mapping: 'RequestsToReview', concurrency },
 *   id: 'requestId',
 *   key: (id) => ({ pk: recordKey('distribution-requests', id).pk, sk: 'review' }),
 *   fields: { ownerId: v.string() },
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
  const first = (initial: Identified<Id>, at: Date): Item & Key => {
    const start = firstDue(name, key(initial[id]), at);
    return { ...key(initial[id]), ...read({ ...initial, ...start }), ...start };
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
    start: (initial, at) => ({ put: first(initial, at), ...(!isReplaced && { condition: rowMissing }) }),
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
