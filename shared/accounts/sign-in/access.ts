/** The access row of a user. One row with sessions, role, capabilities and rate window saves table calls. */
import type { Caller } from '../../kit/http/caller.ts';
import { attributesReader } from '../../kit/records/deciding.ts';
import { attributesOf } from '../../kit/table/attributes.ts';
import { ConditionsFailed, failedConditions } from '../../kit/table/commit.ts';
import {
  type Assignment,
  type Condition,
  equal,
  rowExists,
  rowMissing,
} from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Table } from '../../kit/table/table.ts';
import { UnreadableRow } from '../../kit/table/unreadable-row.ts';
import type { Write } from '../../kit/table/write.ts';
import { accessKey } from '../keys.ts';
import { type Role, roles } from '../rules/roles.ts';
import { type Capability, capabilities } from './caller.ts';
import { expiryOf, newSessionId, sessionsOf, sessionsToRemove, toBytes } from './sessions.ts';
import type { TokenClaims } from './tokens.ts';

export interface Admission {
  readonly caller: Caller;
  /** Requests in the current minute, including this one. */
  readonly used: Readonly<Record<RequestKind, number>>;
}

/**
 * Requests that share a budget. Requests about the caller's own sign-in have a separate one ('account').
 * Those that send events again ('resends') are also writes.
 */
const requestKinds = ['reads', 'writes', 'account', 'resends'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The row of a user that every request reads and writes. */
export interface AccessRow {
  readonly organization: string;
  readonly role: Role;
  readonly capabilities: readonly Capability[];
  readonly disabled: boolean;
  /** Absent if the organization can be changed. */
  readonly readOnly?: true;
  /** Ids of the live sessions, as bytes. */
  readonly live: ReadonlySet<Uint8Array>;
  /** Epoch minute of the rate window, and the requests in it. */
  readonly minute: number;
  readonly reads: number;
  readonly writes: number;
  readonly account: number;
  readonly resends: number;
}

/** The names of its attributes. */
export const accessAttribute = attributesOf<AccessRow>();

/** Reads what a decision depends on. Its write does not check the counters and sessions, which each request changes. */
export const readAccess = attributesReader<AccessRow>();

/** @returns the epoch minute. Rate windows are whole minutes. */
export const minuteOf = (now: Date): number => Math.floor(now.getTime() / 60_000);

/**
 * Checks the session and counts the request in one conditional update. The first request of a minute opens
 * the window with a second update.
 * @param kinds of the request, all of which it counts as.
 * @returns undefined if the session has ended or the user is disabled.
 */
export async function admit(
  table: Table,
  claims: TokenClaims,
  { kinds, now }: { kinds: readonly RequestKind[]; now: Date },
): Promise<Admission | undefined> {
  if (expiryOf(claims.sessionId) <= now.getTime() / 1000) return undefined;
  const minute = minuteOf(now);
  const alive = isAlive(claims.sessionId);
  const counting = countRequest(kinds, { minute, alive });
  const opening = openWindow(kinds, { minute, alive });
  // If another request opens the window first, retry the increment.
  for (const update of [counting, opening, counting]) {
    try {
      const row = await table.commit([{ update: accessKey(claims.userId), ...update }], { returning: 'new' });
      return row && { caller: callerOf(row, claims), used: usedIn(row) };
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [row] = error.failed.values();
      if (!row || !hasSession(row, claims.sessionId)) return undefined;
    }
  }
  throw new Error('The rate window could not be opened or incremented.');
}

const usedIn = (row: Item): Admission['used'] => ({
  reads: Number(row['reads']),
  writes: Number(row['writes']),
  account: Number(row['account']),
  resends: Number(row['resends']),
});

type Update = { readonly with: readonly Assignment[]; readonly condition: Condition };

const isAlive = (sessionId: string): Condition => ({
  all: [
    equal(accessAttribute('disabled'), false),
    { path: accessAttribute('live'), contains: toBytes(sessionId) },
  ],
});

/** A request that arrives late from the previous minute counts in the current window. */
const isWindowOpen = (minute: number): Condition => ({
  path: accessAttribute('minute'),
  from: minute,
  to: minute + 1,
});

const countRequest = (
  kinds: readonly RequestKind[],
  { minute, alive }: { minute: number; alive: Condition },
): Update => ({
  with: kinds.map((kind) => ({ add: accessAttribute(kind), by: 1 })),
  condition: { all: [alive, isWindowOpen(minute)] },
});

const openWindow = (
  kinds: readonly RequestKind[],
  { minute, alive }: { minute: number; alive: Condition },
): Update => ({
  with: [
    { set: accessAttribute('minute'), to: minute },
    ...requestKinds.map((each) => ({ set: accessAttribute(each), to: kinds.includes(each) ? 1 : 0 })),
  ],
  condition: {
    all: [alive, { any: [{ missing: accessAttribute('minute') }, { not: isWindowOpen(minute) }] }],
  },
});

const hasSession = (row: Item, sessionId: string): boolean =>
  row['disabled'] === false && sessionsOf(row).includes(sessionId);

/** @returns undefined if the session has ended or the user is disabled. */
export async function readCaller(table: Table, claims: TokenClaims): Promise<Caller | undefined> {
  const row = await table.get(accessKey(claims.userId));
  return row && hasSession(row, claims.sessionId) ? callerOf(row, claims) : undefined;
}

/** @throws UnreadableRow */
export function callerOf(row: Item, { userId, sessionId }: TokenClaims): Caller {
  const { organization, capabilities: granted } = row;
  const role = roles.find((each) => each === row['role']);
  if (typeof organization !== 'string' || role === undefined || !Array.isArray(granted))
    throw new UnreadableRow(accessKey(userId), 'It lacks the organization, the role or the capabilities.');
  return {
    userId,
    sessionId,
    organizationId: organization,
    role,
    capabilities: new Set(capabilities.filter((each) => granted.includes(each))),
    isReadOnly: row['readOnly'] === true,
  };
}

export interface Account {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly capabilities: readonly Capability[];
  readonly isDisabled: boolean;
}

/** @param account.isReadOnly like the others of its organization. */
export const newAccess = ({
  userId,
  organizationId,
  role,
  isDisabled,
  isReadOnly = false,
  ...account
}: Account & { readonly isReadOnly?: boolean }): Write => ({
  put: {
    ...accessKey(userId),
    organization: organizationId,
    role,
    capabilities: account.capabilities,
    disabled: isDisabled,
    ...(isReadOnly && { readOnly: true }),
  },
  condition: rowMissing,
});

/** Stops all changes by the user, or allows them again, effective from the next request. Sessions continue. */
export const changeReadOnly = (userId: string, isReadOnly: boolean): Write => ({
  update: accessKey(userId),
  with: [
    isReadOnly ? { set: accessAttribute('readOnly'), to: true } : { remove: accessAttribute('readOnly') },
  ],
  condition: rowExists,
});

/** Changes the role or the disabled flag of an account. Disabling an account ends its sessions. */
export const changeAccess = (
  userId: string,
  { role, isDisabled }: Pick<Account, 'role' | 'isDisabled'>,
): Write => ({
  update: accessKey(userId),
  with: [
    { set: accessAttribute('role'), to: role },
    { set: accessAttribute('disabled'), to: isDisabled },
    ...(isDisabled ? [{ remove: accessAttribute('live') }] : []),
  ],
  condition: rowExists,
});

/** Locks an account permanently. When it was used last is removed with its sessions. */
export const lockAccess = (userId: string): Write => ({
  update: accessKey(userId),
  with: [
    { set: accessAttribute('disabled'), to: true },
    { remove: accessAttribute('live') },
    { remove: accessAttribute('minute') },
    ...requestKinds.map((each) => ({ remove: accessAttribute(each) })),
  ],
  condition: rowExists,
});

/**
 * Opens a session. If the row is full, sessions are first removed in a separate write.
 * @param proof a check that the password has not changed since it was verified.
 * @returns the id of the session, or undefined if the account was disabled or its password changed.
 */
export async function openSession(
  table: Table,
  row: Item,
  { userId, expires, now, proof }: { userId: string; expires: number; now: Date; proof: Write },
): Promise<string | undefined> {
  const surplus = sessionsToRemove(row, now);
  // One update cannot both add to a set and delete from it.
  if (surplus.length > 0) await table.commit([endSessions(userId, surplus)]);
  const id = newSessionId(expires);
  const failed = await failedConditions(table.commit([addSession(userId, id), proof]));
  return failed ? undefined : id;
}

const addSession = (userId: string, id: string): Write => ({
  update: accessKey(userId),
  with: [{ join: accessAttribute('live'), elements: new Set([toBytes(id)]) }],
  condition: { all: [rowExists, equal(accessAttribute('disabled'), false)] },
});

const endSessions = (userId: string, ids: readonly string[]): Write => ({
  update: accessKey(userId),
  with: [{ leave: accessAttribute('live'), elements: new Set(ids.map(toBytes)) }],
  condition: rowExists,
});

export const closeSession = ({ userId, sessionId }: TokenClaims): Write => endSessions(userId, [sessionId]);

/** Fails if the given session has ended, or the account was disabled. */
export const closeOtherSessions = ({ userId, sessionId }: TokenClaims): Write => ({
  update: accessKey(userId),
  with: [{ set: accessAttribute('live'), to: new Set([toBytes(sessionId)]) }],
  condition: isAlive(sessionId),
});

export const closeAllSessions = (userId: string): Write => ({
  update: accessKey(userId),
  with: [{ remove: accessAttribute('live') }],
  condition: rowExists,
});
