/** A draft that breaks rules is refused for all of them in one answer, values that others hold included. */
import type { Resource } from '../api/define/resource.ts';
import { throwIfAny } from '../domain/problems.ts';
import { holderOf } from '../table/guards.ts';
import { type Context, ownerOf } from './context.ts';
import { guardWrites, valueTaken } from './guards.ts';
import type { Draft } from './hooks.ts';

/**
 * Reads who holds the draft's unique values only when it is refused anyway: of a draft that is saved, the write's own
 * conditions tell.
 * @throws Problems, if there are any.
 */
export async function refuseBroken(context: Context, resource: Resource, draft: Draft): Promise<void> {
  const { id, before, fields, problems } = draft;
  if (problems.length === 0) return;
  const { type, smartCreation } = resource;
  const after = { type, id, ownerId: ownerOf(context, resource), version: 0, fields };
  const { taken } = guardWrites(context, resource, { before, after, sharing: false });
  // A name that smart creation goes by is never taken on create, and on update only where names are not shared.
  const isShared = !before || smartCreation?.duplicates !== undefined;
  const asked = taken.filter(({ field }) => field !== smartCreation?.by || !isShared);
  const rows = await context.table.getMany(
    asked.map(({ key }) => key),
    true,
  );
  const held = asked.filter(({ key }) => holderOf(rows.find(({ pk }) => pk === key.pk)) !== undefined);
  throwIfAny([...problems, ...held.map(({ field }) => valueTaken(resource, field))]);
}
