/**
 * Turns changes of records into the writes of a transaction. All records are written this way. Rows, unique
 * values, quotas, counts, link lists and checks of linked records are computed from the declarations.
 */

import { isDeepStrictEqual } from 'node:util';
import { type Api, keyRowOf, resourceOf } from '../declare/api.ts';
import type { StoredRecord } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { type Condition, equal, rowExists, rowMissing } from '../table/expressions.ts';
import type { Item } from '../table/item.ts';
import { type KeyRow, quotaKey, type RecordKey, recordKey } from '../table/keys.ts';
import type { RecordWrite, Write } from '../table/write.ts';
import { type Problem, Problems } from '../values/problems.ts';
import { required } from '../values/required.ts';
import { apartWrites } from './apart.ts';
import {
  blockedBy,
  countedIds,
  countersOf,
  countersOn,
  countWrite,
  isZero,
  linkedIds,
  zeroCounts,
} from './counts.ts';
import { type LinkLists, linkListKeys, linkWrites, type Room, slotsOf } from './links.ts';
import { newRow, rowChanges } from './rows.ts';
import { free, type Holders, share, take, type UniqueValue, uniqueValues, unshare } from './unique-values.ts';

type Declarations = Pick<Api, 'resources' | 'keys'>;

/** A record before and after a change, undefined where it does not exist. */
export interface Change {
  readonly resource: Resource;
  readonly before?: StoredRecord | undefined;
  readonly after?: StoredRecord | undefined;
  /** The record may share a value with others, if its type allows that. */
  readonly sharing?: boolean;
  /** The record comes from another stage, where its creation has caused its events. */
  readonly isMoved?: true;
  /** A record to which it linked and that was deleted before, so that nothing of it can be counted or checked. */
  readonly orphanOf?: Pick<StoredRecord, 'type' | 'id'>;
  /** Types of records that still link to the deleted one. Their lists stay until they are deleted. */
  readonly leaves?: ReadonlySet<string>;
}

/** The meaning of a failed condition. */
export type Meaning =
  /** A record has changed since it was read. Read and decide again. */
  | { readonly is: 'stale' }
  /** Another record holds the value. */
  | { readonly is: 'taken'; readonly resource: Resource; readonly field: string; readonly recordId: string }
  /** A rule is broken, and another attempt will not change that. */
  | { readonly is: 'rejected'; readonly problem: Problem };

export interface Planned {
  readonly write: Write;
  readonly meaning: Meaning;
}

/** Holders of the shared values that the changes take or free, by the partition key of the value. */
export type KnownHolders = ReadonlyMap<string, Holders | undefined>;

const STALE: Meaning = { is: 'stale' };

/** @returns the record after the change or, if it deletes the record, before it. */
export const changedRecord = ({ before, after }: Pick<Change, 'before' | 'after'>): StoredRecord =>
  required(after ?? before, 'A change has a record before or after.');

/** Checks that the record has not changed. */
const versionIs = (version: number): Condition => equal('version', version);

/** Fails the transaction if the record has been changed or deleted since it was read. */
export const unchangedCheck = ({ type, id, version }: StoredRecord): Write => ({
  check: recordKey(type, id),
  condition: versionIs(version),
});

/**
 * @param all the changes. Duplicates are ignored.
 * @param holders of the values returned by `sharedValues`.
 * @returns the writes of the transaction, with the meanings of failures.
 * @throws Error for two different changes of one record, which is a bug.
 * @example plan(api, [{ resource: labels, before: label, after: { ...label, fields } }])
 */
export function plan(
  api: Declarations,
  all: readonly Change[],
  holders: KnownHolders = new Map(),
): Planned[] {
  const changes = distinct(all);
  const handedOver = slotsHandedOver(api, changes);
  const writes = changes.flatMap((change) => {
    const row = keyRowOf(api, change.resource);
    if (row.within) return [];
    return [
      ...rowWrite(api, row, change),
      ...uniqueWrites(row, change, holders),
      ...quotaWrites(change),
      ...linkageWrites(api, change),
      ...countWrites(api, change),
      ...linkListWrites(row, change, handedOver),
      ...apartWrites(change.resource, { before: change.before, after: change.after }).map(stale),
    ];
  });
  return [...writes, ...roomChecks(api, changes, handedOver)];
}

function distinct(changes: readonly Change[]): Change[] {
  const byName = new Map<string, Change>();
  for (const change of changes) {
    const name = `${change.resource.type} ${changedRecord(change).id}`;
    const { before, after } = byName.get(name) ?? change;
    if (!isDeepStrictEqual([before, after], [change.before, change.after]))
      throw new Error(`The transaction contains two different changes of ${name}.`);
    byName.set(name, change);
  }
  return [...byName.values()];
}

/** Not exported: a record's row is written only together with the other writes of `rowWrite` and `plan`. */
const recordWrite = (
  write: { readonly condition: Condition } & (
    | { readonly put: Item & RecordKey }
    | { readonly delete: RecordKey }
  ),
): Write => write as typeof write & RecordWrite;

const stale = (write: Write): Planned => ({ write, meaning: STALE });

function rowWrite(api: Declarations, row: KeyRow, change: Change): Planned[] {
  const { resource, before, after, isMoved } = change;
  const counters = countersOn(api, resource.type);
  if (!before && after) {
    const put = newRow(resource, row, {
      record: after,
      counts: zeroCounts(counters),
      isSilent: isMoved ?? false,
    });
    return [stale(recordWrite({ put, condition: rowMissing }))];
  }
  if (!before) return [];
  const key = recordKey(resource.type, before.id);
  const condition = versionIs(before.version);
  if (after) return [stale({ update: key, with: rowChanges(resource, row, after), condition })];
  const lists = listsOn(api, before, change.leaves).map((list) => stale({ delete: list }));
  const blocked = counters.flatMap((counter): Planned[] => {
    const problem = blockedBy(counter);
    if (!problem) return [];
    return [{ write: { check: key, condition: isZero(counter) }, meaning: { is: 'rejected', problem } }];
  });
  return [stale(recordWrite({ delete: key, condition })), ...blocked, ...lists];
}

/** Link lists are deleted with their record. */
const listsOn = (api: Declarations, record: StoredRecord, leaves: Change['leaves']) =>
  api.resources.flatMap((resource) =>
    Object.entries(keyRowOf(api, resource).links ?? {}).flatMap(([name, link]) => {
      const { type, relationships } = resource;
      if (link.max === undefined || relationships[name]?.type !== record.type || leaves?.has(type)) return [];
      return linkListKeys({ ownerId: record.ownerId, type, name, link }, record);
    }),
  );

/** Whether records of this type may deliberately share a value of the field. */
const isShared = ({ smartCreation }: Resource, field: string): boolean =>
  smartCreation?.by === field && smartCreation.duplicates !== undefined;

export function valueChanges(row: KeyRow, { resource, before, after }: Change) {
  const old = uniqueValues(resource, row, before);
  const current = uniqueValues(resource, row, after);
  const without = (values: readonly UniqueValue[], others: readonly UniqueValue[]) =>
    values.filter(({ key }) => !others.some((other) => other.key.pk === key.pk));
  return { taken: without(current, old), freed: without(old, current) };
}

/** @returns the shared values whose holders `plan` needs. */
export const sharedValues = (api: Declarations, changes: readonly Change[]): UniqueValue[] =>
  changes.flatMap((change) => {
    const { taken, freed } = valueChanges(keyRowOf(api, change.resource), change);
    const shared = [...(change.sharing ? taken : []), ...freed];
    return shared.filter(({ field }) => isShared(change.resource, field));
  });

function uniqueWrites(row: KeyRow, change: Change, holders: KnownHolders): Planned[] {
  const { resource, before, after, sharing } = change;
  const { taken, freed } = valueChanges(row, change);
  const holdersOf = ({ key }: UniqueValue) => holders.get(key.pk);
  return [
    ...taken.flatMap((value) => {
      const { id } = required(after, 'A deleted record takes no values.');
      const isSharing = sharing && isShared(resource, value.field);
      const writes = isSharing ? share(value, { id, holders: holdersOf(value) }) : [take(value, id)];
      const meaning: Meaning = isSharing
        ? STALE
        : { is: 'taken', resource, field: value.field, recordId: id };
      return writes.map((write) => ({ write, meaning }));
    }),
    ...freed.flatMap((value) => {
      const { id } = required(before, 'A new record frees no values.');
      const writes = isShared(resource, value.field)
        ? unshare(value, { id, holders: holdersOf(value) })
        : [free(value, id)];
      return writes.map(stale);
    }),
  ];
}

function quotaWrites(change: Change): Planned[] {
  const { before, after } = change;
  const { type, quota } = change.resource;
  if (!quota || (before && after)) return [];
  const key = quotaKey(type, changedRecord(change).ownerId);
  if (before) return [stale({ update: key, with: [{ add: 'count', by: -1 }] })];
  const condition: Condition = { any: [{ missing: 'count' }, { path: 'count', is: '<', value: quota.max }] };
  const write: Write = { update: key, with: [{ add: 'count', by: 1 }], condition };
  return [{ write, meaning: { is: 'rejected', problem: { code: quota.code, detail: quota.detail } } }];
}

/** Checks that newly linked records exist. */
function linkageWrites(api: Declarations, { resource, before, after, orphanOf }: Change): Planned[] {
  return Object.entries(resource.relationships).flatMap(([name, { kept, type }]) => {
    if (!kept || resourceOf(api, type).owner === 'platform') return [];
    const left = linkedIds(before, name);
    const added = linkedIds(after, name).filter((id) => !left.includes(id) && !isOf(orphanOf, type, id));
    return added.map((id) => stale({ check: recordKey(type, id), condition: rowExists }));
  });
}

const isOf = (record: Change['orphanOf'], type: string, id: string): boolean =>
  record?.type === type && record.id === id;

function countWrites(api: Declarations, { resource, before, after, orphanOf }: Change): Planned[] {
  return countersOf(api, resource).flatMap((counter) => {
    const remains = (id: string) => !isOf(orphanOf, counter.relationship.type, id);
    const left = countedIds(before, counter).filter(remains);
    const entered = countedIds(after, counter).filter(remains);
    const count = (by: 1 | -1) => (id: string) =>
      stale(countWrite(recordKey(counter.relationship.type, id), counter, by));
    return [
      ...entered.filter((id) => !left.includes(id)).map(count(1)),
      ...left.filter((id) => !entered.includes(id)).map(count(-1)),
    ];
  });
}

const limitProblem = (name: string, max: number): Problem => ({
  code: 'limit_reached',
  detail: `At most ${max} can link to one ${name}.`,
  pointer: `/data/relationships/${name}`,
});

const limitReached = (name: string, max: number): Meaning => ({
  is: 'rejected',
  problem: limitProblem(name, max),
});

/** @returns names of slots in link lists that one record leaves and another enters in the same transaction. */
export function slotsHandedOver(api: Declarations, changes: readonly Change[]): ReadonlySet<string> {
  const slots = changes.flatMap((change) =>
    boundedLinks(keyRowOf(api, change.resource), change).map((lists) =>
      slotsOf(change.resource, { lists, before: change.before, after: change.after }),
    ),
  );
  const left = new Set(slots.map((each) => each.left));
  return new Set(
    slots.flatMap(({ entered }) => (entered !== undefined && left.has(entered) ? [entered] : [])),
  );
}

function linkListWrites(row: KeyRow, change: Change, handedOver: ReadonlySet<string>): Planned[] {
  const { resource, after } = change;
  return linkChanges(row, change, handedOver).flatMap(({ name, link, writes, slot }): Planned[] => {
    if (!slot || link.by === undefined) return [...writes, ...(slot ? [slot] : [])].map(stale);
    const recordId = required(after, 'A deleted record takes no slot.').id;
    const meaning = { is: 'taken', resource, field: `${name}+${link.by}`, recordId } as const;
    return [...writes.map(stale), { write: slot, meaning }];
  });
}

const boundedLinks = (row: KeyRow, change: Change): LinkLists[] =>
  Object.entries(row.links ?? {}).flatMap(([name, link]) =>
    link.max === undefined
      ? []
      : [{ ownerId: changedRecord(change).ownerId, type: change.resource.type, name, link }],
  );

const linkChanges = (row: KeyRow, change: Change, handedOver: ReadonlySet<string>) =>
  boundedLinks(row, change).map((lists) => ({
    name: lists.name,
    link: lists.link,
    ...linkWrites(change.resource, { lists, before: change.before, after: change.after }, handedOver),
  }));

/** Checks that linked records have room for all added links, minus the removed ones. */
function roomChecks(
  api: Declarations,
  changes: readonly Change[],
  handedOver: ReadonlySet<string>,
): Planned[] {
  const rooms = new Map<string, Room & { name: string; max: number; more: number }>();
  const count = (
    room: Room | undefined,
    by: 1 | -1,
    { name, link: { max = 0 } }: Pick<LinkLists, 'name' | 'link'>,
  ) => {
    if (!room) return;
    const id = `${room.key.pk} ${room.key.sk} ${room.path}`;
    rooms.set(id, { ...room, name, max, more: (rooms.get(id)?.more ?? 0) + by });
  };
  for (const change of changes) {
    for (const { enters, leaves, ...about } of linkChanges(
      keyRowOf(api, change.resource),
      change,
      handedOver,
    )) {
      count(enters, 1, about);
      count(leaves, -1, about);
    }
  }
  return [...rooms.values()].flatMap(({ key, path, name, max, more }): Planned[] => {
    if (more > max) throw new Problems([limitProblem(name, max)]);
    if (more <= 0) return [];
    const condition: Condition = { any: [{ missing: path }, { path, is: '<=', value: max - more }] };
    return [{ write: { check: key, condition }, meaning: limitReached(name, max) }];
  });
}
