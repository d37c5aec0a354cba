/** A draft that breaks rules is rejected for all of them in one response, values that others hold included. */
import type { Resource } from '../../declare/resource.ts';
import { type Change, valueChanges } from '../../records/changes.ts';
import { linkEntry } from '../../records/links.ts';
import { type Taken, valueTaken } from '../../records/outcome.ts';
import { findHolder } from '../../records/unique-values.ts';
import { throwIfAny } from '../../values/problems.ts';
import { type Context, keyRowOf } from '../context.ts';
import type { RecordDraft } from './draft.ts';
import { throughChanges } from './through.ts';

/**
 * Reads who holds the draft's unique values only when it is rejected anyway: a draft that is saved learns it from the
 * conditions of the write.
 */
export async function rejectBroken(context: Context, resource: Resource, draft: RecordDraft): Promise<void> {
  const { id, ownerId, before, fields, problems, isValid, changes } = draft;
  if (isValid) return;
  const { type, smartCreation } = resource;
  const after = { type, id, ownerId, version: 0, fields };
  const { taken } = valueChanges(keyRowOf(context, resource), { resource, before, after });
  // A name that smart creation goes by is never taken on create, and on update only where names are not shared.
  const isFree = !before || smartCreation?.duplicates !== undefined;
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

/** @returns the places in link lists that a record wants and another has. */
async function takenPlaces(
  context: Context,
  { resource, before, after }: Change,
): Promise<Pick<Taken, 'resource' | 'field'>[]> {
  const { type } = resource;
  const links = Object.entries(keyRowOf(context, resource).links ?? {}).filter(
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
