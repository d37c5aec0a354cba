import { describe, expect, it } from 'vitest';
import {
  type DspAllowance,
  effectiveDsps,
  type Management,
  requireRank,
  unassignedDsps,
} from '../../../../shared/accounts/rules/users.ts';
import type { Problem } from '../../../../shared/kit/values/problems.ts';
import { Problems } from '../../../../shared/kit/values/problems.ts';

function rejection(management: Partial<Management>): readonly Problem[] {
  try {
    requireRank({
      callerId: '1',
      callerRole: 'manager',
      target: undefined,
      newRole: undefined,
      sent: new Set(),
      ...management,
    });
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.problems;
    throw error;
  }
}

describe('managing a user', () => {
  it.each([
    ['a user who ranks below', { target: { id: '2', role: 'label' }, sent: new Set(['email', 'dsps']) }],
    ['a new role below the caller', { target: { id: '2', role: 'label' }, newRole: 'analyst' }],
    ['a new user', { newRole: 'label' }],
    ['a new user whose role is invalid', {}],
    [
      'the own name and phone',
      { target: { id: '1', role: 'manager' }, sent: new Set(['name', 'lastname', 'phone']) },
    ],
  ] as const)('is allowed: %s', (_, management) => expect(rejection(management)).toEqual([]));

  it.each([
    ['a user of the same rank', { target: { id: '2', role: 'manager' } }],
    ['a user who ranks above', { target: { id: '2', role: 'admin' } }],
    ['the caller’s own rank as a new role', { target: { id: '2', role: 'label' }, newRole: 'manager' }],
    ['a new user of a higher rank', { newRole: 'admin' }],
  ] as const)('is rejected: %s', (_, management) =>
    expect(rejection(management)).toEqual([
      expect.objectContaining({ code: 'rank_not_below', detail: expect.stringMatching(/ role \w+/) }),
    ]),
  );

  it('reports every field that users cannot change on themselves', () => {
    const sent = new Set(['name', 'email', 'dsps']);
    const detail = 'On your own record you can change only name, lastname and phone, not';
    expect(rejection({ target: { id: '1', role: 'manager' }, sent })).toEqual([
      { code: 'rank_not_below', detail: `${detail} email.`, pointer: '/data/attributes/email' },
      { code: 'rank_not_below', detail: `${detail} dsps.`, pointer: '/data/relationships/dsps' },
    ]);
  });
});

it("a role that does not rank below the caller's is reported on the attribute", () => {
  expect(rejection({ newRole: 'admin' })[0]?.pointer).toBe('/data/attributes/role');
});

describe('the DSPs assigned to a user', () => {
  const nameOf = (id: string) => ({ '1': 'Alpha', '4': 'Beta' })[id];

  it('are accepted if the caller has them', () =>
    expect(unassignedDsps(['1', '4'], ['4', '1'], nameOf)).toEqual([]));

  it('are otherwise rejected by name in one problem', () => {
    expect(unassignedDsps(['1', '4', '99'], ['1'], nameOf)).toEqual([
      {
        code: 'dsp_not_assigned',
        detail: 'These DSPs are not assigned to you: Beta (4), unknown (99).',
        pointer: '/data/relationships/dsps',
      },
    ]);
  });
});

describe('the effective DSPs of a user', () => {
  const families: Readonly<Record<string, 'streaming' | 'fingerprint'>> = {
    '1': 'streaming',
    '4': 'streaming',
    '12': 'fingerprint',
  };

  it.each([
    [true, true, ['4', '1', '12']],
    [true, false, ['4', '1']],
    [false, true, ['12']],
    [false, false, []],
  ])('depend on streaming %s and fingerprint %s: %j', (streaming, fingerprint, expected) => {
    const allowance: DspAllowance = {
      dsps: ['4', '1', '12', '99'],
      'streaming-dsp-allowed': streaming,
      'fingerprint-dsp-allowed': fingerprint,
    };
    expect(effectiveDsps(allowance, (id) => families[id])).toEqual(expected);
  });
});
