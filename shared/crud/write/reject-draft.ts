/** A draft that breaks rules is refused for all of them in one answer, values that others hold included. */
import type { StoredRecord } from '../../api/define/fields.ts';
import type { Resource } from '../../api/define/resource.ts';
import { throwIfAny } from '../../domain/problems.ts';
import { valueChanges } from '../../records/changes.ts';
import { linkEntry } from '../../records/links.ts';
import { valueTaken } from '../../records/outcome.ts';
import { findHolder } from '../../records/unique-values.ts';
import { type Context, keyRowOf } from '../context.ts';
import type { RecordDraft } from './draft.ts';

/**
 * Reads who holds the draft's unique values only when it is refused anyway: a draft that is saved learns it from the
 * conditions of the write.
 * @throws Problems, if there are any.
 */
export async function rejectBroken(context: Context, resource: Resource, draft: RecordDraft): Promise<void> {
  const { id, ownerId, before, fields, problems, isValid } = draft;
  if (isValid) return;
  const { type, smartCreation } = resource;
  const after = { type, id, ownerId, version: 0, fields };
  const { taken } = valueChanges(keyRowOf(context, resource), { resource, before, after });
  // A name that smart creation goes by is never taken on create, and on update only where names are not shared.
  const isFree = !before || smartCreation?.duplicates !== undefined;
  const asked = taken.filter(({ field }) => field !== smartCreation?.by || !isFree);
  const holders = await Promise.all(asked.map((value) => findHolder(context.table, value)));
  const held = asked.flatMap(({ field }, index) => (holders[index] === undefined ? [] : [field]));
  const places = await takenPlaces(context, resource, { before, after });
  throwIfAny([...problems, ...[...held, ...places].map((field) => valueTaken({ resource, field }))]);
}

/** @returns the names of places in link lists that the draft wants and another record has. */
async function takenPlaces(
  context: Context,
  resource: Resource,
  { before, after }: { before: StoredRecord | undefined; after: StoredRecord },
): Promise<string[]> {
  const { type } = resource;
  const links = Object.entries(keyRowOf(context, resource).links ?? {}).filter(
    ([, { by }]) => by !== undefined,
  );
  const taken = links.map(async ([name, link]) => {
    const place = { ownerId: after.ownerId, type, name, link };
    const [old, wanted] = [linkEntry(resource, place, before), linkEntry(resource, place, after)];
    if (!wanted || (old?.key.pk === wanted.key.pk && old.member === wanted.member)) return [];
    const row = await context.table.get(wanted.key);
    return row && wanted.member in row ? [`${name}+${link.by}`] : [];
  });
  return (await Promise.all(taken)).flat();
}
