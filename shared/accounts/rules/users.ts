/** Rules for managing users: rank, assignable DSPs and effective DSPs (specification 2.2, 4.3). */
import { type Problem, problem, throwIfAny } from '../../kit/values/problems.ts';
import { type Role, ranksBelow } from './roles.ts';

/** Fields that users can change on their own record. */
const ownFields = new Set(['name', 'lastname', 'phone']);

export interface Management {
  readonly callerId: string;
  readonly callerRole: Role;
  /** The user before the change; undefined on create. */
  readonly target: { readonly id: string; readonly role: Role } | undefined;
  /** The role in the request, if it is valid. */
  readonly newRole: Role | undefined;
  /** Names of the fields in the request. */
  readonly sent: ReadonlySet<string>;
}

/** @throws rank_not_below unless the caller outranks the user both before and after the change. */
export function requireRank({ callerId, callerRole, target, newRole, sent }: Management): void {
  if (target?.id === callerId) {
    const forbidden = [...sent].filter((name) => !ownFields.has(name));
    throwIfAny(
      forbidden.map((name) => ({
        code: 'rank_not_below' as const,
        detail: `On your own record you can change only name, lastname and phone, not ${name}.`,
        pointer: `/data/${name === 'dsps' ? 'relationships' : 'attributes'}/${name}`,
      })),
    );
    return;
  }
  if (target && !ranksBelow(target.role, callerRole)) {
    throw problem(
      'rank_not_below',
      `You cannot change a user with the role ${target.role}, which does not rank below yours.`,
    );
  }
  if (newRole && !ranksBelow(newRole, callerRole)) {
    const pointer = '/data/attributes/role';
    const detail = `You cannot assign the role ${newRole}, which does not rank below yours.`;
    throw problem('rank_not_below', detail, { pointer });
  }
}

/**
 * @param assigned ids of the DSPs assigned to the caller.
 * @returns one problem that names all sent DSPs that are not assigned, or none.
 */
export function unassignedDsps(
  sent: readonly string[],
  assigned: readonly string[],
  nameOf: (id: string) => string | undefined,
): Problem[] {
  const missing = sent.filter((id) => !assigned.includes(id));
  if (missing.length === 0) return [];
  const names = missing.map((id) => `${nameOf(id) ?? 'unknown'} (${id})`).join(', ');
  const detail = `These DSPs are not assigned to you: ${names}.`;
  return [{ code: 'dsp_not_assigned', detail, pointer: '/data/relationships/dsps' }];
}

/** The fields that determine the effective DSPs of a user. */
export interface DspAllowance {
  readonly dsps: readonly string[];
  readonly 'streaming-dsp-allowed': boolean;
  readonly 'fingerprint-dsp-allowed': boolean;
}

/** The assigned DSPs whose families the flags allow. */
export function effectiveDsps(
  { dsps, 'streaming-dsp-allowed': streaming, 'fingerprint-dsp-allowed': fingerprint }: DspAllowance,
  familyOf: (id: string) => 'streaming' | 'fingerprint' | undefined,
): string[] {
  const allowed = { streaming, fingerprint };
  return dsps.filter((id) => {
    const family = familyOf(id);
    return family !== undefined && allowed[family];
  });
}
