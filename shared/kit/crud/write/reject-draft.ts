/** Rejects an invalid draft with all its problems, including unique values held by other records. */
import { keyRowOf } from '../../declare/api.ts';
import type { Resource } from '../../declare/resource.ts';
import { type Change, valueChanges } from '../../records/changes.ts';
import { linkEntry } from '../../records/links.ts';
import { type Taken, valueTaken } from '../../records/outcome.ts';
import { findHolder } from '../../records/unique-values.ts';
import { throwIfAny } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { allowsDuplicates, type RecordDraft } from './draft.ts';
import { throughChanges } from './through.ts';

/**
 * Reads the holders of unique values only for drafts that are rejected anyway. Valid drafts rely on the
 * conditions of the write.
 */
export async function rejectBroken(context: Context, resource: Resource, draft: RecordDraft): Promise<void> {
  const { id, ownerId, before, fields, problems, isValid, changes } = draft;
  if (isValid) return;
  const { type, smartCreation } = resource;
  const after = { type, id, ownerId, version: 0, fields };
  const { taken } = valueChanges(keyRowOf(context.api, resource), { resource, before, after });
  // With smart creation, a name is never taken on create, and on update only unless the request allows it.
  const isFree = !before || allowsDuplicates(resource, draft);
  const asked = taken.filter(({ field }) => field !== smartCreation?.by || !isFree);
  const holders = await Promise.all(asked.map((value) => findHolder(context.table, value)));
  const held = asked.flatMap(({ field }, index) =>
    holders[index] === undefined ? [] : [{ resource, field }],
  );
  const links = await throughChanges(context, resource, { draft, record: after });
  const all = [{ resource, before, after }, ...changes, ...links];
  const places = await Promise.all(all.map((change) => takenPlaces(context, change)));
  throwIfAny([...problems, ...[...held, ...places.flat()].map(valueTaken)]);
}

/** @returns places in link lists that another record holds. */
async function takenPlaces(
  context: Context,
  { resource, before, after }: Change,
): Promise<Pick<Taken, 'resource' | 'field'>[]> {
  const { type } = resource;
  const links = Object.entries(keyRowOf(context.api, resource).links ?? {}).filter(
    ([, { by }]) => by !== undefined,
  );
  const taken = links.map(async ([name, link]) => {
    const place = { ownerId: (after ?? before)?.ownerId ?? '', type, name, link };
    const old = linkEntry(resource, place, before);
    const wanted = linkEntry(resource, place, after);
    if (!wanted || (old?.key.pk === wanted.key.pk && old.member === wanted.member)) return [];
    const row = await context.table.get(wanted.key);
    return row && wanted.member in row ? [{ resource, field: `${name}+${link.by}` }] : [];
  });
  return (await Promise.all(taken)).flat();
}
