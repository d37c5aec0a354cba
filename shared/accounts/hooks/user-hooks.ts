/** Hooks of users: rank, inherited DSPs and flags, and the access and credentials rows. */
import type { Context } from '../../kit/crud/context.ts';
import { type DecidingContext, hooksOf, type Rule, type Sent } from '../../kit/crud/write/hooks.ts';
import { rowMissing } from '../../kit/table/expressions.ts';
import { dspById } from '../../reference/data/dsps.ts';
import { type User, users } from '../api/users.ts';
import { requireUnerased } from '../erased-user.ts';
import { accessKey, credentialsKey } from '../keys.ts';
import { noLongerExists, ownRecord } from '../own-record.ts';
import { ranksBelow } from '../rules/roles.ts';
import { requireRank, unassignedDsps } from '../rules/users.ts';
import { type AccessRow, changeAccess, newAccess, readAccess } from '../sign-in/access.ts';
import { hashPassword } from '../sign-in/passwords.ts';

type CallerAccess = Pick<AccessRow, 'capabilities' | 'readOnly'>;

interface Loaded {
  /** The caller, whose DSPs and flags a user inherits; undefined if none are assigned. */
  readonly caller: User | undefined;
  /** What a new user copies from the access row of the caller. It can have changed since the request was admitted. */
  readonly access: CallerAccess | undefined;
  /** The hash of a new user's password. Undefined if the request is rejected anyway. */
  readonly passwordHash: string | undefined;
}

type UserRule = Rule<typeof users, Loaded>;

const rank: UserRule = ({ caller, before, sent, isSent, valid }) => {
  requireRank({
    callerId: caller.userId,
    callerRole: caller.role,
    target: before && { id: before.id, role: before.fields.role },
    newRole: isSent('role') ? valid('role') : undefined,
    sent,
  });
  return undefined;
};

/** Assigns DSPs and flags, by default the caller's. */
const inherited: UserRule = ({ before, isSent, valid }, { caller }) => {
  if (!caller) return undefined;
  const { dsps } = caller.fields;
  const flags = ['fingerprint-dsp-allowed', 'streaming-dsp-allowed'] as const;
  const unsent = before ? [] : flags.filter((flag) => !isSent(flag));
  return {
    fields: {
      ...(!isSent('dsps') && { dsps }),
      ...Object.fromEntries(unsent.map((flag) => [flag, caller.fields[flag]])),
    },
    problems: isSent('dsps') ? unassignedDsps(valid('dsps') ?? [], dsps, nameOf) : [],
  };
};

/** Nothing that is personal is written again, and the user cannot sign in. */
const erased: UserRule = ({ before }) => {
  if (before) requireUnerased(before);
  return undefined;
};

const nameOf = (id: string): string | undefined => dspById(id)?.name;

const account: UserRule = ({ id, before, caller, isValid, valid }, { passwordHash, access: copied }) => {
  const role = valid('role');
  if (before || !isValid || !copied || passwordHash === undefined || role === undefined) return undefined;
  const { userId, organizationId } = caller;
  const { capabilities, readOnly: isReadOnly = false } = copied;
  const isDisabled = valid('is-disabled') === true;
  const access = { userId: id, organizationId, role, capabilities, isDisabled, isReadOnly };
  return {
    fields: { 'parent-user': userId },
    writes: [
      { put: { ...credentialsKey(id), hash: passwordHash }, condition: rowMissing },
      newAccess(access),
    ],
  };
};

/** Updates the access row, so that role and disabling take effect with the next request. */
const changedAccess: UserRule = ({ id, before, valid }) => {
  const role = valid('role');
  const isDisabled = valid('is-disabled');
  if (!before || role === undefined || isDisabled === undefined) return undefined;
  if (role === before.fields.role && isDisabled === before.fields['is-disabled']) return undefined;
  return { writes: [changeAccess(id, { role, isDisabled })] };
};

export const userHooks = hooksOf(users, {
  async load(sent, context): Promise<Loaded> {
    const isInheriting = sent.isNew || sent.isSent('dsps');
    const [caller, access, passwordHash] = await Promise.all([
      isInheriting ? ownRecord(context, context.caller) : undefined,
      sent.isNew ? accessOf(context) : undefined,
      hashOf(sent, context),
    ]);
    return { caller, access, passwordHash };
  },
  decide: [rank, erased, inherited, account, changedAccess],
});

/** @throws not_authenticated (401) if the account was deleted after the token was checked. */
async function accessOf(context: DecidingContext): Promise<CallerAccess> {
  const access = await readAccess(context, accessKey(context.caller.userId), ['capabilities', 'readOnly']);
  if (!access) throw noLongerExists();
  return access;
}

/** Hashing is slow on purpose, so only for a user whom the caller may create. */
async function hashOf(sent: Sent<typeof users>, { caller }: Context): Promise<string | undefined> {
  const [password, role] = await Promise.all([sent.valid('password'), sent.valid('role')]);
  if (!sent.isNew || !sent.isValid || password === undefined || role === undefined) return undefined;
  return ranksBelow(role, caller.role) ? hashPassword(password) : undefined;
}
