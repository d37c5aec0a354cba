/** Interprets the failed conditions of a transaction. */
import type { Resource } from '../declare/resource.ts';
import type { Item } from '../table/item.ts';
import type { Write } from '../table/write.ts';
import { type Problem, Problems } from '../values/problems.ts';
import type { Meaning } from './changes.ts';
import { slotHolder } from './links.ts';
import { firstHolder } from './unique-values.ts';

/** A unique value that another record holds. */
export interface Taken {
  readonly resource: Resource;
  readonly field: string;
  /** The record that wanted it. */
  readonly recordId: string;
  readonly holder: string | undefined;
}

/** 'stale': a record has changed since it was read, so decide again. */
export type SaveOutcome =
  | { readonly is: 'saved' }
  | { readonly is: 'stale' }
  | { readonly is: 'taken'; readonly values: readonly Taken[]; readonly problems: readonly Problem[] };

/** @throws Problems that another attempt will not change. */
export function outcomeOf(
  failed: ReadonlyMap<Write, Item | undefined>,
  meanings: ReadonlyMap<Write, Meaning>,
): SaveOutcome {
  const all = Array.from(failed, ([write, row]) => ({ meaning: meanings.get(write), write, row }));
  const taken = all.flatMap(({ meaning, write, row }): Taken[] =>
    meaning?.is === 'taken' ? [{ ...meaning, holder: firstHolder(row) ?? slotHolder(write, row) }] : [],
  );
  const rejected = all.flatMap(({ meaning }): Problem[] =>
    meaning?.is === 'rejected' ? [meaning.problem] : [],
  );
  // Decisions based on stale data may be wrong altogether. A value held by the record itself is stale data,
  // too.
  const isStale = all.some(({ meaning }) => meaning === undefined || meaning.is === 'stale');
  if (isStale || taken.some(({ holder, recordId }) => holder === recordId)) return { is: 'stale' };
  const problems = [...rejected, ...taken.map(valueTaken)];
  if (taken.length === 0) throw new Problems(problems);
  return { is: 'taken', values: taken, problems };
}

/** @returns the problem for a taken value. Declarations can override the default. */
export const valueTaken = ({ resource, field }: Pick<Taken, 'resource' | 'field'>): Problem =>
  resource.taken?.[field] ?? {
    code: 'value_taken',
    detail: `This ${field} is already taken.`,
    pointer: `/data/attributes/${field}`,
  };
