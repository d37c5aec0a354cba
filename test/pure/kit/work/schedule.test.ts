import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type FailedAttempt, nextAttemptAt } from '../../../../shared/kit/work/schedule.ts';
import { checkProperty } from '../../../support/check-property.ts';

const now = new Date('2026-11-20T12:00:00Z');

// The result must not depend on the machine's time zone.
beforeEach(() => void vi.stubEnv('TZ', 'Asia/Tokyo'));

/** Seconds until the next attempt after the first one failed, with a gap of 100 seconds; null when there is none. */
function wait(changed: Partial<FailedAttempt>): number | null {
  const failed = { gaps: [100], attempts: 1, now, random: 0.5, retryAfter: null };
  const next = nextAttemptAt({ ...failed, ...changed });
  return next && (next.getTime() - now.getTime()) / 1000;
}

test('each attempt is followed by its interval in the list', () => {
  const gaps = [5, 300, 1800];
  expect([1, 2, 3, 4].map((attempts) => wait({ gaps, attempts }))).toEqual([5, 300, 1800, null]);
});

test('there is one attempt without intervals', () => {
  expect(wait({ gaps: [] })).toBe(null);
});

test('jitter changes an interval by up to a fifth', () => {
  expect([0, 0.25, 0.75, 1].map((random) => wait({ random }))).toEqual([80, 90, 110, 120]);
});

describe('Retry-After', () => {
  test.each([
    ['in seconds is honoured', '150', 150],
    ['below the gap counts as the gap', '3', 100],
    ['of zero counts as the gap', '0', 100],
    ['above twice the gap counts as twice the gap', '201', 200],
    ['beyond any number counts as twice the gap', '9'.repeat(400), 200],
    ['as a date is honoured', 'Fri, 20 Nov 2026 12:02:30 GMT', 150],
    ['as a date of RFC 850 is honoured', 'Friday, 20-Nov-26 12:02:30 GMT', 150],
    ['as a date of asctime is honoured', 'Fri Nov 20 12:02:30 2026', 150],
    ['as a date in the past counts as the gap', 'Sun, 06 Nov 1994 08:49:37 GMT', 100],
    ['with spaces around it is honoured', ' 150 ', 150],
  ])('is applied %s without jitter', (_, retryAfter, seconds) => {
    expect(wait({ retryAfter, random: 0 })).toBe(seconds);
    expect(wait({ retryAfter, random: 1 })).toBe(seconds);
  });

  test.each(['', '-5', '1.5', '2e3', '0x10', 'soon', 'Fri', '2026-11-20T12:02:30Z', '150, 160'])(
    'is ignored with the value %j',
    (retryAfter) => {
      expect(wait({ retryAfter, random: 0 })).toBe(80);
    },
  );

  test('never adds an attempt', () => {
    expect(wait({ attempts: 2, retryAfter: '150' })).toBe(null);
  });
});

test('delays the next attempt to 0.8 to 2 times the interval', () => {
  const header = fc.oneof(
    fc.constant(null),
    fc.nat().map(String),
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  );
  const random = fc.double({ min: 0, max: 1, noNaN: true });
  return checkProperty(
    fc.property(fc.nat({ max: 86_400 }), random, header, (gap, dice, retryAfter) => {
      const seconds = wait({ gaps: [gap], random: dice, retryAfter });
      expect(seconds).toBeGreaterThanOrEqual(gap * 0.8 - 0.001);
      expect(seconds).toBeLessThanOrEqual(gap * 2);
    }),
  );
});
