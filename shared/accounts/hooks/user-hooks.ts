/** Hooks of users: rank, inherited DSPs and flags, and the access and credentials rows. */
import type { Context } from '../../kit/crud/context.ts';
import { type Draft, hooksOf } from '../../kit/crud/write/hooks.ts';
import { versionIs } from '../../kit/records/changes.ts';
import { rowMissing } from '../../kit/table/expressions.ts';
import { recordKey } from '../../kit/table/keys.ts';
import { dspById } from '../../reference/data/dsps.ts';
import { users } from '../api/users.ts';
import { credentialsKey } from '../keys.ts';
import { ownRecord } from '../own-record.ts';
import { dspsNotHeld, requireRank } from '../rules/users.ts';
import { changeAccess, newAccess } from '../sign-in/access.ts';
import { hashPassword } from '../sign-in/passwords.ts';

type UserDraft = Draft<typeof users>;

export const userHooks = hooksOf(users, {
  async prepare(draft, context) {
    const { caller } = context;
    const { before } = draft;
    requireRank({
      callerId: caller.userId,
      callerRole: caller.role,
      target: before && { id: before.id, role: before.fields.role },
      newRole: draft.isSent('role') ? draft.valid('role') : undefined,
      sent: draft.sent,
    });
    if (!before || draft.isSent('dsps')) await assignDsps(draft, context);
    if (before) updateAccess(draft);
    else if (draft.isValid) await createAccount(draft, context);
  },
});

/** Assigns DSPs and flags, by default the caller's. Saving fails if the caller changes concurrently. */
async function assignDsps(draft: UserDraft, context: Context): Promise<void> {
  const caller = await ownRecord(context, context.caller);
  const { dsps } = caller.fields;
  if (draft.isSent('dsps')) draft.reject(...dspsNotHeld(draft.valid('dsps') ?? [], dsps, nameOf));
  else draft.set({ dsps });
  if (!draft.before)
    for (const flag of ['fingerprint-dsp-allowed', 'streaming-dsp-allowed'] as const)
      if (!draft.isSent(flag)) draft.set({ [flag]: caller.fields[flag] });
  draft.write({ check: recordKey(users.type, caller.id), condition: versionIs(caller.version) });
}

const nameOf = (id: string): string | undefined => dspById(id)?.name;

async function createAccount(draft: UserDraft, { caller }: Context): Promise<void> {
  const password = draft.valid('password');
  const role = draft.valid('role');
  if (password === undefined || role === undefined) return;
  draft.set({ 'parent-user': caller.userId });
  draft.write(
    { put: { ...credentialsKey(draft.id), hash: await hashPassword(password) }, condition: rowMissing },
    newAccess({
      userId: draft.id,
      organizationId: caller.organizationId,
      role,
      capabilities: [...caller.capabilities],
      isDisabled: draft.valid('is-disabled') === true,
    }),
  );
}

/** Updates the access row, so that role and disabling take effect with the next request. */
function updateAccess(draft: UserDraft): void {
  const role = draft.valid('role');
  const isDisabled = draft.valid('is-disabled');
  const { before } = draft;
  if (!before || role === undefined || isDisabled === undefined) return;
  if (role === before.fields.role && isDisabled === before.fields['is-disabled']) return;
  draft.write(changeAccess(draft.id, { role, isDisabled }));
}
