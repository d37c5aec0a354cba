/** The work of removing what is left of a user or an organization that operators have erased. */
import * as v from 'valibot';
import { erasureWorkKey } from '../../accounts/keys.ts';
import { type Key, WHOLE } from '../../kit/table/keys.ts';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';

/** What was erased: the type and the id of a record. */
export interface Subject {
  readonly type: 'users' | 'white-labels';
  readonly id: string;
}

const nameOf = ({ type, id }: Subject): string => `${type}#${id}`;

/** Counts of what was removed, by what it was. */
const counts = v.record(v.string(), v.number());

export type Counts = v.InferOutput<typeof counts>;

/** The outcome of an erasure that has ended. It names nobody, and stays. */
export const erasureKey = (subject: Subject): Key => ({ pk: `erasures#${nameOf(subject)}`, sk: WHOLE });

export const erasureWork = defineWork({
  name: 'erasure',
  queue: {
    name: 'Erasure',
    consumer: 'erase-data',
    mapping: 'DataToErase',
    concurrency: { standard: 2, prod: 2, local: 2 },
  },
  id: 'subject',
  key: erasureWorkKey,
  fields: {
    organizationId: v.string(),
    startedAt: v.string(),
    /** Since when no later snapshot can have what was erased, except those of folds that have not ended. */
    cleanSince: v.optional(v.nullable(v.string()), null),
    removed: v.optional(counts, {}),
    /** Of an organization. A round removes its rows and then its objects, and others follow until one finds nothing. */
    phase: v.optional(v.picklist(['closing', 'collecting', 'rows', 'objects', 'ending']), 'closing'),
    /** Where the phase continues: the key of a row, or the number of places that were emptied. */
    place: v.optional(v.nullable(v.union([v.object({ pk: v.string(), sk: v.string() }), v.number()])), null),
    /** What the round has found so far. */
    found: v.optional(v.number(), 0),
    /** When its records were deleted, so that whatever begins later finds none. */
    emptySince: v.optional(v.nullable(v.string()), null),
  },
});

export type Erasure = RowOf<typeof erasureWork>;

export const erasureOf = (subject: Subject, organizationId: string, startedAt: Date) =>
  erasureWork.start(
    { subject: nameOf(subject), organizationId, startedAt: startedAt.toISOString() },
    startedAt,
  );

const subjectSchema = v.pipe(
  v.string(),
  v.transform((text) => {
    const [type, id] = text.split('#');
    return { type, id };
  }),
  v.object({ type: v.picklist(['users', 'white-labels']), id: v.string() }),
);

export const subjectOf = ({ subject }: Pick<Erasure, 'subject'>): Subject => v.parse(subjectSchema, subject);

/** @returns the sums of both. */
export const added = (counted: Counts, more: Counts): Counts => ({
  ...counted,
  ...Object.fromEntries(
    Object.entries(more).flatMap(([what, count]) =>
      count === 0 ? [] : [[what, (counted[what] ?? 0) + count]],
    ),
  ),
});
