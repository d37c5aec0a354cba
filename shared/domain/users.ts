/** Who may create and change whom, with which DSPs (specification 2.2, 4.3). */
import { type Problem, problem, throwIfAny } from './problems.ts';
import { type Role, ranksBelow } from './roles.ts';

/** Fields one can change of one's own record. */
const ownFields = new Set(['name', 'lastname', 'phone']);

export interface Management {
  readonly callerId: string;
  readonly callerRole: Role;
  /** The user as it stands; undefined when it is about to be created. */
  readonly target: { readonly id: string; readonly role: Role } | undefined;
  /** The role the request gives, when it gives a valid one. */
  readonly newRole: Role | undefined;
  /** The fields the request sends. */
  readonly sent: ReadonlySet<string>;
}

/** @throws rank_not_below (403) when the caller does not stand above the user, before or after the change. */
export function requireRank({ callerId, callerRole, target, newRole, sent }: Management): void {
  if (target?.id === callerId) {
    const forbidden = [...sent].filter((name) => !ownFields.has(name));
    throwIfAny(
      forbidden.map((name) => ({
        code: 'rank_not_below' as const,
        detail: `Of your own record you can change your name, lastname and phone, not ${name}.`,
        pointer: `/data/${name === 'dsps' ? 'relationships' : 'attributes'}/${name}`,
      })),
    );
    return;
  }
  if (target && !ranksBelow(target.role, callerRole)) {
    throw problem('rank_not_below', `A user of the role ${target.role} does not rank below yours.`);
  }
  if (newRole && !ranksBelow(newRole, callerRole)) {
    const pointer = '/data/attributes/role';
    throw problem('rank_not_below', `You cannot give the role ${newRole}: it does not rank below yours.`, {
      pointer,
    });
  }
}

/** @returns the problem of giving DSPs that the caller does not hold, if there are any. */
export function dspsNotHeld(
  wanted: readonly string[],
  held: readonly string[],
  nameOf: (id: string) => string | undefined,
): Problem[] {
  const missing = wanted.filter((id) => !held.includes(id));
  if (missing.length === 0) return [];
  const named = missing.map((id) => `${nameOf(id) ?? 'unknown'} (${id})`).join(', ');
  const detail = `These DSPs are not assigned to you: ${named}.`;
  return [{ code: 'dsp_not_assigned', detail, pointer: '/data/relationships/dsps' }];
}

export interface DspAllowance {
  readonly assigned: readonly string[];
  readonly isStreamingAllowed: boolean;
  readonly isFingerprintAllowed: boolean;
}

/** What a user effectively has: the assigned DSPs of the families its flags allow. */
export function effectiveDsps(
  { assigned, isStreamingAllowed, isFingerprintAllowed }: DspAllowance,
  familyOf: (id: string) => 'streaming' | 'fingerprint' | undefined,
): string[] {
  const allowed = { streaming: isStreamingAllowed, fingerprint: isFingerprintAllowed };
  return assigned.filter((id) => {
    const family = familyOf(id);
    return family !== undefined && allowed[family];
  });
}
