/** Writes a changed record over the one that was read, unless someone else was faster. */
import type { Resource } from '../api/define/resource.ts';
import { Problems } from '../domain/problems.ts';
import type { Made } from '../http/response.ts';
import { ConditionsFailed, versionIs, type Write } from '../table/commit.ts';
import { type StoredRecord, toItem } from '../table/records.ts';
import { type Context, keyRowOf } from './context.ts';
import { guardWrites, valueTaken } from './guards.ts';

interface Saving {
  readonly before: StoredRecord;
  readonly fields: StoredRecord['fields'];
  readonly writes?: readonly Write[];
  /** What a repetition of the request shows, when it is a POST. */
  readonly made?: Made;
}

/** @returns the record as saved, or undefined when it is no longer the one that was read. @throws Problems. */
export async function save(
  context: Context,
  resource: Resource,
  { before, fields, writes = [], made }: Saving,
): Promise<StoredRecord | undefined> {
  const stamp = 'updated-at' in resource.attributes ? { 'updated-at': context.now.toISOString() } : {};
  const after: StoredRecord = { ...before, version: before.version + 1, fields: { ...fields, ...stamp } };
  const put: Write = {
    put: toItem(resource, keyRowOf(context, resource), after),
    condition: versionIs(before.version),
  };
  const { taken, freed } = guardWrites(context, resource, {
    before,
    after,
    // Where a name can be given twice on purpose, renaming may do so too.
    sharing: resource.smartCreation?.duplicates !== undefined,
  });
  try {
    await context.commit([put, ...taken.map(({ write }) => write), ...freed, ...writes], made);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    if (error.failed.has(put)) return undefined;
    const lost = taken.filter(({ write }) => error.failed.has(write));
    // What the draft wrote beside it no longer fits: it is prepared anew.
    if (lost.length === 0) return undefined;
    throw new Problems(lost.map(({ field }) => valueTaken(resource, field)));
  }
  return after;
}
