/** DELETE /<type>/{id}. Deletes the record with its unique values, quota and dependent records. */
import type { Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { deletionProblems } from '../../records/counts.ts';
import { decided } from '../../records/decided.ts';
import { type Deciding, deciding, plain } from '../../records/deciding.ts';
import type { SaveOutcome } from '../../records/outcome.ts';
import { save } from '../../records/store.ts';
import { TooManyWrites } from '../../table/merge.ts';
import { isProblem, throwIfAny } from '../../values/problems.ts';
import { loadOwned } from '../read/load.ts';
import { cascade, type Deletion, decideRemoval, merged, type Removals } from './cascade.ts';
import type { WriteContext } from './hooks.ts';
import { requireFresh } from './if-match.ts';
import { withSteps } from './steps.ts';

export async function remove(unread: WriteContext, resource: Resource, id: string): Promise<ApiResponse> {
  readQuery(unread.request.query, resource, 'none');
  let isTried = false;
  return decided(unread, async (context) => {
    const record = await loadOwned(context, resource, id).catch((error: unknown) => {
      // The record was deleted by an earlier attempt, whose response was lost, or by another request.
      if (isTried && isProblem(error, 'unknown_record')) return undefined;
      throw error;
    });
    if (!record) return { status: 204 };
    requireFresh(context.request, record);
    const removal = await decideRemoval(context, resource, record);
    throwIfAny(removal.problems);
    isTried = true;
    const outcome = await withSteps(context, removal.steps, () =>
      removeAll(context, [{ resource, before: record }], removal),
    );
    return outcome.is === 'saved' ? { status: 204 } : 'again';
  });
}

/** Batch size for changing dependent records first if a deletion is too large for one transaction. */
const RECORDS_PER_PART = 10;

/** Most transactions have room for this many. Only the excess is changed in batches. */
const LEFT_FOR_LAST = 50;

/**
 * Deletes records with their dependents in one transaction if possible. Otherwise, the excess of dependent
 * records is changed first. An interruption leaves no dangling links, and a repeated request continues.
 */
async function removeAll(
  context: WriteContext & Deciding,
  records: readonly Deletion[],
  removal: Partial<Removals> = {},
): Promise<SaveOutcome> {
  const { conditions = [], clearedFields, ahead } = removal;
  const below = merged(await Promise.all(records.map((each) => cascade(context, each, clearedFields))));
  const deletions = [...records, ...below.changes];
  const removals: Partial<Removals>[] = [...deletions.map((each) => each.removal ?? {}), removal];
  try {
    const also = removals.flatMap((each) => each.also ?? []);
    const writes = removals.flatMap((each) => each.writes ?? []);
    return await save(context, [...deletions, ...also], [...below.writes, ...writes, ...conditions]);
  } catch (error) {
    const isParted = error instanceof TooManyWrites && dispensable(records, below.children).length > 0;
    if (!isParted) throw error;
  }
  throwIfAny(deletions.flatMap((each) => deletionProblems(context.api, each)));
  const before = ahead?.(below.children) ?? [];
  const begun = before.length > 0 ? await save(part(context), before, conditions) : SAVED;
  if (begun.is !== 'saved') return begun;
  const first = mostOfOneType(dispensable(records, below.children));
  const excess = Math.max(RECORDS_PER_PART, first.length - LEFT_FOR_LAST);
  for (let start = 0; start < Math.min(excess, first.length); start += RECORDS_PER_PART) {
    const outcome = await removeAll(part(context), first.slice(start, start + RECORDS_PER_PART), {
      conditions,
    });
    if (outcome.is !== 'saved') return outcome;
  }
  return removeAll(part(context), records, removal);
}

/** Each part changes what the decision has read. The conditions hold in all of them. */
const part = (context: WriteContext & Deciding) => deciding(plain(context));

const SAVED: SaveOutcome = { is: 'saved' };

/** @returns children that can be deleted before the record. Required links, such as to albums, cannot. */
const dispensable = (records: readonly Deletion[], children: readonly Deletion[]) =>
  children.filter(({ resource: { type } }) =>
    records.every(({ resource: { relationships } }) =>
      Object.values(relationships).every(
        (each) => !(each.many && each.required && each.through?.type === type),
      ),
    ),
  );

/** @returns the children of the most common type. The few others can be deleted together with the record. */
function mostOfOneType(children: readonly Deletion[]): readonly Deletion[] {
  const byType = Map.groupBy(children, ({ resource }) => resource.type);
  return [...byType.values()].toSorted((left, right) => right.length - left.length)[0] ?? [];
}
