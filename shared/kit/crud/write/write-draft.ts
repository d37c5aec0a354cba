/** Saves a draft in one transaction with its links, or rejects it with all its problems. */
import { isDeepStrictEqual } from 'node:util';
import { keyRowOf } from '../../declare/api.ts';
import type { StoredRecord } from '../../declare/fields.ts';
import { creationStatus, type Resource } from '../../declare/resource.ts';
import { type Change, changedRecord, slotsHandedOver, valueChanges } from '../../records/changes.ts';
import { plain } from '../../records/deciding.ts';
import { type Linking, linkEntry, slotName } from '../../records/links.ts';
import { type SaveOutcome, type Taken, valueTaken } from '../../records/outcome.ts';
import { changed, newRecord, save } from '../../records/store.ts';
import { findHolder } from '../../records/unique-values.ts';
import type { Write } from '../../table/write.ts';
import { throwIfAny } from '../../values/problems.ts';
import { type Context, creationStore } from '../context.ts';
import { completed } from '../read/views.ts';
import { allowsDuplicates, type RecordDraft } from './draft.ts';
import type { DecidingContext } from './hooks.ts';
import { withSteps } from './steps.ts';
import { aboutThrough, areOutdated, type KnownLinks, throughChanges } from './through.ts';

interface Written {
  readonly outcome: SaveOutcome;
  /** The record, if it was saved. */
  readonly record: StoredRecord;
}

/**
 * Writes nothing if a record would not change.
 * @param base links that the request was based on. Others are not changed.
 * @throws Problems of the draft, and those that another attempt will not change.
 */
export async function writeDraft(
  context: DecidingContext,
  resource: Resource,
  { draft, base }: { draft: RecordDraft; base?: KnownLinks | undefined },
): Promise<Written> {
  if (draft.before && base && areOutdated(base, draft))
    return { outcome: { is: 'stale' }, record: draft.before };
  await rejectBroken(context, resource, draft);
  const { id, ownerId, before, fields, changes, writes, steps } = draft;
  const record = before
    ? changed(context, resource, { before, fields })
    : newRecord(context, resource, { id, ownerId, fields });
  const links = await throughChanges(context, resource, { draft, record, base });
  const sharing = allowsDuplicates(resource, draft);
  const all = [{ resource, before, after: record, sharing }, ...changes, ...links];
  const isUnchanged =
    all.length === 1 && writes.every(isCheck) && (await isSame(plain(context), resource, draft));
  const created = { type: resource.type, ids: [id], status: creationStatus(resource) };
  const store = before ? context : creationStore(context, created);
  const saving = async () => (isUnchanged ? SAVED : save(store, all, writes));
  const outcome = await withSteps(plain(context), steps, saving).catch((error: unknown) => {
    throw aboutThrough(resource, draft, error);
  });
  return { outcome, record: before && isUnchanged ? { ...before, fields } : record };
}

const SAVED = { is: 'saved' } as const;

const isCheck = (write: Write): boolean => 'check' in write;

/**
 * @returns whether a draft has the values of the record. Reads values with separate rows if the others are
 * equal.
 */
async function isSame(context: Context, resource: Resource, draft: RecordDraft): Promise<boolean> {
  const { before, fields } = draft;
  if (!before) return false;
  const others = Object.keys(fields).filter((name) => !isDeepStrictEqual(fields[name], before.fields[name]));
  if (others.some((name) => name in before.fields)) return false;
  const shape = { fields: new Map([[resource.type, new Set(others)]]), isSingle: true };
  const [whole = before] = await completed(context, resource, { records: [before], ...shape });
  // What is stored nowhere has its initial value.
  const valueIn = (name: string) => whole.fields[name] ?? resource.attributes[name]?.initial;
  return others.every((name) => isDeepStrictEqual(fields[name], valueIn(name)));
}

/**
 * Reads the holders of unique values only for drafts that are rejected anyway. Valid drafts rely on the
 * conditions of the write.
 */
async function rejectBroken(context: Context, resource: Resource, draft: RecordDraft): Promise<void> {
  const { id, ownerId, before, fields, problems, isValid, changes } = draft;
  if (isValid) return;
  const { type, smartCreation } = resource;
  const after = { type, id, ownerId, version: 0, fields };
  const { taken } = valueChanges(keyRowOf(context.api, resource), { resource, before, after });
  // With smart creation, a name is never taken on create, and on update only unless the request allows it.
  const isFree = !before || allowsDuplicates(resource, draft);
  const uniqueOnes = taken.filter(({ field }) => field !== smartCreation?.by || !isFree);
  const holders = await Promise.all(uniqueOnes.map((value) => findHolder(context.table, value)));
  const takenFields = uniqueOnes.flatMap(({ field }, index) =>
    holders[index] === undefined ? [] : [{ resource, field }],
  );
  const links = await throughChanges(context, resource, { draft, record: after });
  const all = [{ resource, before, after }, ...changes, ...links];
  const handedOver = slotsHandedOver(context.api, all);
  const slots = await Promise.all(all.map((change) => takenSlots(context, change, handedOver)));
  throwIfAny([...problems, ...[...takenFields, ...slots.flat()].map(valueTaken)]);
}

/** @returns the unique links of the change that another record has. */
async function takenSlots(
  context: Context,
  change: Change,
  handedOver: ReadonlySet<string>,
): Promise<Pick<Taken, 'resource' | 'field' | 'linked'>[]> {
  const { resource, before, after } = change;
  const { type } = resource;
  const links = Object.entries(keyRowOf(context.api, resource).links ?? {}).filter(
    ([, { by }]) => by !== undefined,
  );
  const taken = links.map(async ([name, link]) => {
    const lists = { ownerId: changedRecord(change).ownerId, type, name, link };
    const old = linkEntry(resource, lists, before);
    const entered = linkEntry(resource, lists, after);
    if (!entered || (old?.key.pk === entered.key.pk && old.member === entered.member)) return [];
    if (handedOver.has(slotName(entered))) return [];
    const holder = (await context.table.get(entered.key))?.[entered.member] as Linking | undefined;
    return holder ? [{ resource, field: `${name}+${link.by}`, linked: holder.ids }] : [];
  });
  return (await Promise.all(taken)).flat();
}
