import { describe, expect, it } from 'vitest';
import { Problems } from '../../../../shared/kit/values/problems.ts';
import { type Pull, stateMachine, transitionOf } from '../../../../shared/kit/values/states.ts';

/** Owner and operator reject from different states. */
const requests = stateMachine({
  transitions: [
    { from: ['preapproved'], on: 'reject', to: 'withdrawn', by: ['owner'] },
    { from: ['pending'], on: 'reject', to: 'rejected', by: ['operator'] },
    { from: ['pending'], on: 'approve', to: 'sent', by: ['operator'] },
  ],
  rejected: { approve: 'invalid_value', reject: 'value_taken' },
});

function next(state: string, pull: Pull<'approve' | 'reject', 'owner' | 'operator'>) {
  try {
    return transitionOf(requests, state, pull).to;
  } catch (error) {
    return error instanceof Problems ? error.problems[0]?.code : error;
  }
}

describe('a transition', () => {
  it.each([
    ['preapproved', 'reject', 'owner', 'withdrawn'],
    ['pending', 'reject', 'operator', 'rejected'],
    // Another actor may do so from this state.
    ['pending', 'reject', 'owner', 'value_taken'],
    ['preapproved', 'reject', 'operator', 'value_taken'],
    ['pending', 'approve', 'owner', 'role_not_allowed'],
    ['sent', 'approve', 'owner', 'role_not_allowed'],
    ['sent', 'approve', 'operator', 'invalid_value'],
  ] as const)('from %s on %s by the %s leads to %s', (state, on, by, expected) => {
    expect(next(state, { on, by })).toBe(expected);
  });
});
