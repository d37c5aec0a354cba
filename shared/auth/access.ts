/** The access row of a user: sessions, role, capabilities and the rate window, so that a request asks the table once. */

import { type Role, roles } from '../domain/roles.ts';
import { ConditionsFailed, type Expression, type Write } from '../table/commit.ts';
import type { Item } from '../table/item.ts';
import { accessKey } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Caller, type Capability, capabilities } from './caller.ts';
import { expiryOf, kept, leaving, newSessionId, sessionsOf } from './sessions.ts';
import type { TokenClaims } from './tokens.ts';

export interface Admission {
  readonly caller: Caller;
  /** Requests of this kind in the running minute, this one included. */
  readonly used: number;
}

export type Kind = 'reads' | 'writes';

/** Epoch minute of a moment: rate windows are whole minutes. */
export const minuteOf = (now: Date): number => Math.floor(now.getTime() / 60_000);
const epochSeconds = (now: Date): number => Math.floor(now.getTime() / 1000);

/**
 * Proves that the session is alive and counts the request, in one conditional update; the first request of a minute
 * takes a second one, to open the new window.
 * @returns undefined when the session is over, revoked, or its user disabled.
 */
export async function admit(
  table: Table,
  claims: TokenClaims,
  { kind, now }: { kind: Kind; now: Date },
): Promise<Admission | undefined> {
  if (expiryOf(claims.sessionId) <= epochSeconds(now)) return undefined;
  const minute = minuteOf(now);
  const alive = live(claims.sessionId);
  const counting = counted(kind, { minute, alive });
  const opening = opened(kind, { minute, alive });
  // Others open the same window at the same time: whoever loses finds it open, and counts.
  for (const update of [counting, opening, counting]) {
    try {
      const row = await table.commit([{ update: accessKey(claims.userId), ...update }], { returning: 'new' });
      return row && { caller: callerOf(row, claims), used: Number(row[kind]) };
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [row] = error.failed.values();
      if (!row || !isLive(row, claims.sessionId)) return undefined;
    }
  }
  throw new Error('The rate window neither opened nor counted.');
}

type Update = { readonly with: Expression; readonly condition: Expression };

const live = (sessionId: string): Expression => ({
  expression: '#disabled = :false AND contains(#live, :session)',
  names: { '#disabled': 'disabled', '#live': 'live' },
  values: { ':false': false, ':session': kept(sessionId) },
});

const counted = (kind: Kind, { minute, alive }: { minute: number; alive: Expression }): Update => ({
  with: { expression: 'ADD #kind :one', names: { '#kind': kind }, values: { ':one': 1 } },
  condition: narrowed(alive, '#minute BETWEEN :minute AND :next', minute),
});

const opened = (kind: Kind, { minute, alive }: { minute: number; alive: Expression }): Update => ({
  with: {
    expression: 'SET #minute = :minute, #kind = :one, #other = :zero',
    names: { '#kind': kind, '#other': kind === 'reads' ? 'writes' : 'reads' },
    values: { ':one': 1, ':zero': 0 },
  },
  condition: narrowed(
    alive,
    '(attribute_not_exists(#minute) OR NOT #minute BETWEEN :minute AND :next)',
    minute,
  ),
});

/** A request that began just before the minute turned may come late: it counts in the minute that is open by then. */
const narrowed = (alive: Expression, expression: string, minute: number): Expression => ({
  expression: `${alive.expression} AND ${expression}`,
  names: { ...alive.names, '#minute': 'minute' },
  values: { ...alive.values, ':minute': minute, ':next': minute + 1 },
});

const isLive = (row: Item, sessionId: string): boolean =>
  row['disabled'] === false && sessionsOf(row).includes(sessionId);

function callerOf(row: Item, { userId, sessionId }: TokenClaims): Caller {
  const granted = new Set(row['capabilities'] as string[]);
  return {
    userId,
    sessionId,
    organizationId: String(row['organization']),
    role: roles.find((role) => role === row['role']) ?? 'analyst',
    capabilities: new Set(capabilities.filter((each) => granted.has(each))),
  };
}

export interface Account {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly capabilities: readonly Capability[];
  readonly isDisabled: boolean;
}

/** The access row of a new user. */
export const newAccess = ({ userId, organizationId, role, isDisabled, ...account }: Account): Write => ({
  put: {
    ...accessKey(userId),
    organization: organizationId,
    role,
    capabilities: account.capabilities,
    disabled: isDisabled,
  },
  condition: { expression: 'attribute_not_exists(pk)' },
});

/** What an administrator changes of an account; disabling it ends its sessions for good. */
export const changeAccess = (
  userId: string,
  { role, isDisabled }: Pick<Account, 'role' | 'isDisabled'>,
): Write => ({
  update: accessKey(userId),
  with: {
    expression: `SET #role = :role, #disabled = :disabled${isDisabled ? ' REMOVE #live' : ''}`,
    names: { '#role': 'role', '#disabled': 'disabled', ...(isDisabled && { '#live': 'live' }) },
    values: { ':role': role, ':disabled': isDisabled },
  },
  condition: { expression: 'attribute_exists(pk)' },
});

/**
 * Opens a session. A full row takes a second write, which makes room.
 * @param row the access row as it was read. @returns the session's id, or undefined for a disabled account.
 */
export async function openSession(
  table: Table,
  row: Item,
  { userId, expires, now }: { userId: string; expires: number; now: Date },
): Promise<string | undefined> {
  const left = leaving(row, now);
  // Apart from the new session: one update cannot both add to a set and delete from it.
  if (left.length > 0) await table.commit([endSessions(userId, left)]);
  const id = newSessionId(expires);
  try {
    await table.commit([addSession(userId, id)]);
  } catch (error) {
    if (error instanceof ConditionsFailed) return undefined;
    throw error;
  }
  return id;
}

const addSession = (userId: string, id: string): Write => ({
  update: accessKey(userId),
  with: {
    // `sessions` is the map that rows had before the set; the sessions in it are over.
    expression: 'ADD #live :new REMOVE #sessions',
    names: { '#live': 'live', '#sessions': 'sessions' },
    values: { ':new': new Set([kept(id)]) },
  },
  condition: {
    expression: 'attribute_exists(pk) AND #disabled = :false',
    names: { '#disabled': 'disabled' },
    values: { ':false': false },
  },
});

const endSessions = (userId: string, ids: readonly string[]): Write => ({
  update: accessKey(userId),
  with: {
    expression: 'DELETE #live :ended',
    names: { '#live': 'live' },
    values: { ':ended': new Set(ids.map(kept)) },
  },
  condition: { expression: 'attribute_exists(pk)' },
});

export const closeSession = ({ userId, sessionId }: TokenClaims): Write => endSessions(userId, [sessionId]);

export const closeAllSessions = (userId: string): Write => ({
  update: accessKey(userId),
  with: { expression: 'REMOVE #live', names: { '#live': 'live' } },
  condition: { expression: 'attribute_exists(pk)' },
});
