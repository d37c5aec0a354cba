/** A user about to be saved: rank, inherited DSPs and flags, and the rows that sign-in and every request read. */
import { changeAccess, newAccess } from '../../shared/auth/access.ts';
import { hashPassword } from '../../shared/auth/passwords.ts';
import type { Context } from '../../shared/crud/context.ts';
import type { Draft } from '../../shared/crud/hooks.ts';
import { type Role, roles } from '../../shared/domain/roles.ts';
import { dspsNotHeld, requireRank } from '../../shared/domain/users.ts';
import { dspById } from '../../shared/reference/dsps.ts';
import { absent, versionIs } from '../../shared/table/commit.ts';
import { credentialsKey, recordKey } from '../../shared/table/keys.ts';
import { type StoredRecord, toRecord } from '../../shared/table/records.ts';

export async function prepareUser(draft: Draft, context: Context): Promise<void> {
  const { caller } = context;
  const { before, sent, fields, problems } = draft;
  const isRoleValid = !problems.some(({ pointer }) => pointer === '/data/attributes/role');
  requireRank({
    callerId: caller.userId,
    callerRole: caller.role,
    target: before && { id: before.id, role: roleOf(before.fields) },
    newRole: sent.has('role') && isRoleValid ? roleOf(fields) : undefined,
    sent,
  });
  if (!before || sent.has('dsps')) await giveDsps(draft, context);
  if (before) followChange(draft, before);
  else if (problems.length === 0) await foundAccount(draft, context);
}

const roleOf = (fields: StoredRecord['fields']): Role =>
  roles.find((role) => role === fields['role']) ?? 'analyst';

/** Only what the caller holds can be given; nothing said, all of it is. The caller may lose a DSP meanwhile: a condition. */
async function giveDsps({ before, fields, sent, problems, writes }: Draft, context: Context): Promise<void> {
  const key = recordKey('users', context.caller.userId);
  const item = await context.table.get(key);
  if (!item) throw new Error('The caller has no record.');
  const caller = toRecord(item);
  const held = caller.fields['dsps'] as string[];
  if (sent.has('dsps')) problems.push(...dspsNotHeld(fields['dsps'] as string[], held, nameOf));
  else fields['dsps'] = held;
  if (!before) {
    for (const flag of ['fingerprint-dsp-allowed', 'streaming-dsp-allowed']) {
      if (!sent.has(flag)) fields[flag] = caller.fields[flag] ?? false;
    }
  }
  writes.push({ check: key, condition: versionIs(caller.version) });
}

const nameOf = (id: string): string | undefined => dspById(id)?.name;

async function foundAccount({ id, fields, writes }: Draft, { caller }: Context): Promise<void> {
  const hash = await hashPassword(String(fields['password']));
  delete fields['password'];
  fields['parent-user'] = caller.userId;
  writes.push(
    { put: { ...credentialsKey(id), hash }, condition: absent },
    newAccess({
      userId: id,
      organizationId: caller.organizationId,
      role: roleOf(fields),
      capabilities: [...caller.capabilities],
      isDisabled: fields['is-disabled'] === true,
    }),
  );
}

/** Role and disabling count from the very next request: they stand in the access row too. */
function followChange({ id, fields, writes }: Draft, before: StoredRecord): void {
  const isSame = ['role', 'is-disabled'].every((name) => fields[name] === before.fields[name]);
  if (!isSame)
    writes.push(changeAccess(id, { role: roleOf(fields), isDisabled: fields['is-disabled'] === true }));
}
