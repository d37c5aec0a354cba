/** Rows of scheduled work: whether an attempt can be claimed, and when the sweep looks at it. */
import { describe, expect, it } from 'vitest';
import { type Due, lookAt, whyNotClaimable } from '../../../../shared/kit/work/due.ts';

const now = new Date('2026-11-26T12:00:00.000Z');
const at = (seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();
const due: Due = { position: 3, nextAttemptAt: at(0), claimedUntil: null };

describe('a message', () => {
  it.each<[string, Partial<Due>, ReturnType<typeof whyNotClaimable>]>([
    ['can claim its attempt when it is due', {}, undefined],
    ['can claim an attempt whose claim has expired', { claimedUntil: at(0) }, undefined],
    ['cannot claim an attempt that was already made', { position: 4 }, 'past'],
    ['cannot claim an attempt before it is due', { nextAttemptAt: at(0.001) }, 'early'],
    ['cannot claim an attempt that another function is making', { claimedUntil: at(0.001) }, 'taken'],
  ])('%s', (_, changes, reason) => {
    expect(whyNotClaimable({ ...due, ...changes }, { attempt: 3, now })).toBe(reason);
  });
});

describe('the sweep', () => {
  it('checks a row with a message when it is due', () => {
    expect(lookAt({ ...due, nextAttemptAt: at(900) }, now)).toEqual(new Date(at(900)));
  });

  it('checks a row with a longer wait than messages allow 90 seconds before it is due', () => {
    expect(lookAt({ ...due, nextAttemptAt: at(901) }, now)).toEqual(new Date(at(811)));
  });
});
