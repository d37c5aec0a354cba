/** Interprets the failed conditions of a transaction. */
import type { Resource } from '../declare/resource.ts';
import type { Item } from '../table/item.ts';
import type { Write } from '../table/write.ts';
import { type Problem, Problems } from '../values/problems.ts';
import type { Meaning } from './changes.ts';
import { type Linking, slotHolder } from './links.ts';
import { firstHolder } from './unique-values.ts';

/** A unique value that another record holds. */
export interface Taken {
  readonly resource: Resource;
  readonly field: string;
  /** The record that wanted it. */
  readonly recordId: string;
  readonly holder: string | undefined;
  /** The ids of the records to which the holder links, if the value is unique in a link list. */
  readonly linked?: Linking['ids'];
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
    meaning?.is === 'taken' ? [takenBy(meaning, firstHolder(row), slotHolder(write, row))] : [],
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

const takenBy = (
  meaning: Extract<Meaning, { is: 'taken' }>,
  holder: string | undefined,
  linking: Linking | undefined,
): Taken => ({ ...meaning, holder: holder ?? linking?.id, ...(linking && { linked: linking.ids }) });

/** @returns the problem for a taken value. Declarations can override the default. */
export function valueTaken({
  resource,
  field,
  linked,
}: Pick<Taken, 'resource' | 'field' | 'linked'>): Problem {
  const declared = resource.taken?.[field];
  if (!declared)
    return {
      code: 'value_taken',
      detail: `This ${field} is already taken.`,
      pointer: `/data/attributes/${field}`,
    };
  const { names } = declared;
  const id = names === undefined ? undefined : linked?.[names];
  return id ? { ...declared, detail: `${declared.detail} It is ${names} ${id}.` } : declared;
}
