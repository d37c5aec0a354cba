/** DELETE /<type>/{id}. Deletes the record with its unique values, quota and dependent records. */
import { describedError, writeLine } from '../../../platform/log.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { deletionProblems } from '../../records/counts.ts';
import { decided } from '../../records/decided.ts';
import { type Deciding, plain } from '../../records/deciding.ts';
import { deletedId, deletionWork } from '../../records/deletion-work.ts';
import { finishDeletion } from '../../records/finish-deletion.ts';
import type { SaveOutcome } from '../../records/outcome.ts';
import { save } from '../../records/store.ts';
import { TooManyWrites } from '../../table/merge.ts';
import { isProblem, throwIfAny } from '../../values/problems.ts';
import { loadOwned } from '../read/load.ts';
import { type Cascade, cascade, type Deletion, decideRemoval, type Removals } from './cascade.ts';
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
      removeWhole(context, { resource, before: record }, removal),
    );
    return outcome.is === 'saved' ? { status: 204 } : 'again';
  });
}

/**
 * Deletes a record with its dependents in one transaction if possible. Otherwise, the transaction deletes the record
 * with those that cannot outlive it, and starts the work that deletes the others. Nothing can reject them then.
 */
async function removeWhole(
  context: WriteContext & Deciding,
  record: Deletion,
  removal: Removals,
): Promise<SaveOutcome> {
  const below = await cascade(context, record, removal.clearedFields);
  const dispensable = mostFirst(below.filter((each) => isDispensable(record.resource, each)));
  for (let count = 0; ; count += 1) {
    const later = dispensable.slice(0, count);
    try {
      return await removeBut(context, { record, removal, below }, later);
    } catch (error) {
      if (!(error instanceof TooManyWrites) || count === dispensable.length) throw error;
      throwIfAny(deletionProblems(context.api, record));
    }
  }
}

interface Removing {
  readonly record: Deletion;
  readonly removal: Removals;
  readonly below: readonly Cascade[];
}

/** A request takes less than this. Then the function finishes what it has not. */
const LEFT_TO_REQUEST_MS = 60_000;

/** @param later what is deleted after the transaction. */
async function removeBut(
  context: WriteContext & Deciding,
  { record, removal, below }: Removing,
  later: readonly Cascade[],
): Promise<SaveOutcome> {
  const now = below.filter((each) => !later.includes(each));
  const deletions = now.flatMap(({ changes }) => changes);
  const removals: readonly Partial<Removals>[] = [...deletions.map((each) => each.removal ?? {}), removal];
  const also = removals.flatMap((each) => each.also ?? []);
  const writes = [...now.flatMap((each) => each.writes), ...removals.flatMap((each) => each.writes ?? [])];
  const { before } = record;
  if (later.length === 0) return save(context, [record, ...deletions, ...also], writes);
  const { ownerId } = before;
  const left = { deletedId: deletedId(before), ownerId, cleared: removal.clearedFields };
  const leaves = new Set(later.map((each) => each.resource.type));
  const start = deletionWork.start(left, new Date(context.now.getTime() + LEFT_TO_REQUEST_MS));
  const outcome = await save(context, [{ ...record, leaves }, ...deletions, ...also], [...writes, start]);
  // The record is deleted. What is left is deleted by the function if it cannot be here.
  if (outcome.is === 'saved') await finishDeletion(plain(context), left).catch(reportUnfinished);
  return outcome;
}

const reportUnfinished = (error: unknown): void =>
  writeLine({ level: 'warn', message: 'deletion.unfinished', error: describedError(error) });

/**
 * Whether records can stay for a moment without the deleted one. Those of required links, such as to albums, cannot,
 * nor can those with which more is deleted.
 */
const isDispensable = (
  { relationships }: Resource,
  { resource: { type }, children, changes }: Cascade,
): boolean =>
  children.length > 0 &&
  changes.length === children.length &&
  changes.every(({ removal }) => [...(removal?.also ?? []), ...(removal?.writes ?? [])].length === 0) &&
  !Object.values(relationships).some((each) => each.many && each.required && each.through?.type === type);

const mostFirst = (some: readonly Cascade[]): readonly Cascade[] =>
  some.toSorted((left, right) => right.children.length - left.children.length);
