import { describe, expect, it } from 'vitest';
import {
  type AlbumTrigger,
  albumStatusAfter,
  isOpen,
  NOT_SENT,
  type RequestTrigger,
  requestStatusAfter,
  requestStatuses,
} from '../../../../shared/distribution/rules/distribution.ts';
import { Problems } from '../../../../shared/kit/values/problems.ts';
import { albumStatuses } from '../../../../shared/reference/rules/album-statuses.ts';

/** The next status or the code of the error. */
function next(status: (typeof requestStatuses)[number], trigger: RequestTrigger): string {
  try {
    return requestStatusAfter(status, trigger);
  } catch (error) {
    if (error instanceof Problems) return String(error.problems[0]?.code);
    throw error;
  }
}

type By = RequestTrigger['by'];

/** In the order preapproved, pending, sent, rejected, error. */
const moves: readonly (readonly [RequestTrigger['on'], By, readonly (string | null)[], string])[] = [
  ['preapprove', 'owner', ['pending', null, null, null, null], 'distribution_request_not_preapproved'],
  ['reject', 'owner', ['rejected', null, null, null, null], 'distribution_request_not_preapproved'],
  ['approve', 'operator', [null, 'sent', null, null, null], 'distribution_request_not_pending'],
  ['approve', 'service', [null, 'sent', null, null, null], 'distribution_request_not_pending'],
  ['refuse', 'operator', ['rejected', 'rejected', null, null, null], 'distribution_request_not_pending'],
  ['refuse', 'service', [null, 'rejected', null, null, null], 'distribution_request_not_pending'],
  ['fail', 'service', [null, null, 'error', null, null], 'distribution_request_not_open'],
  ['requeue', 'operator', [null, null, null, 'pending', 'pending'], 'distribution_request_not_in_error'],
];

describe('a request', () => {
  it.each(moves)('changes status by %s of the %s as specified', (on, by, targets, code) => {
    expect(requestStatuses.map((status) => next(status, { on, by }))).toEqual(
      targets.map((target) => target ?? code),
    );
  });

  it('keeps its status for other actors', () => {
    const everyone: readonly By[] = ['owner', 'operator', 'service'];
    const others = moves.flatMap(([on]) =>
      everyone
        .filter((by) => !moves.some(([other, allowed]) => other === on && allowed === by))
        .map((by) => next('pending', { on, by })),
    );
    expect(new Set(others)).toEqual(new Set(['role_not_allowed']));
  });

  it.each([
    ['refuse', 'operator', 'Cannot reject in the state sent, only in the state preapproved or pending.'],
    ['approve', 'operator', 'Cannot approve in the state sent, only in the state pending.'],
    ['approve', 'owner', 'You are not allowed to approve this record.'],
  ] as const)('has an error with the reason if it does not change by %s of the %s', (on, by, why) => {
    const details: string[] = [];
    try {
      requestStatusAfter('sent', { on, by });
    } catch (error) {
      if (error instanceof Problems) details.push(...error.problems.map(({ detail }) => detail));
    }
    expect(details).toEqual([why]);
  });

  it.each(requestStatuses)('is open until it is decided: %s', (status) => {
    expect(isOpen(status)).toBe(status === 'preapproved' || status === 'pending');
  });
});

/** In the order draft, in_review, approved, rejected, delivered, error, taken_down. */
const albumMoves: readonly (readonly [AlbumTrigger, readonly (string | null)[]])[] = [
  ['requested', ['in_review', null, null, 'in_review', 'in_review', 'in_review', 'in_review']],
  ['approved', [null, 'approved', null, null, null, null, null]],
  ['rejected', [null, 'rejected', null, null, null, null, null]],
  ['accepted', [null, null, 'delivered', null, null, null, 'delivered']],
  ['failed', [null, null, 'error', null, null, null, null]],
  ['taken_down', [null, null, 'taken_down', 'taken_down', 'taken_down', 'taken_down', null]],
];

it.each(albumMoves)('the status of an album changes from %s as specified', (on, targets) => {
  expect(albumStatuses.map((status) => albumStatusAfter(status, on))).toEqual(
    albumStatuses.map((status, index) => targets[index] ?? status),
  );
});

it('the reason shown to owners says that the release was not sent', () => expect(NOT_SENT).toMatch(/sent/));
