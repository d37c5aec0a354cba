/** Decisions that were not confirmed. */
import { expect, it } from 'vitest';
import { Rejected } from '../../../../../bin/operator/console/page/api.ts';
import { outcomeAfter } from '../../../../../bin/operator/console/page/decisions.ts';

const at = '2026-11-05T10:00:00Z';
const approval = { decision: 'approved', from: ['pending'] } as const;
const decided = (decision: string) => [
  { at, decision, actor: 'operator ada', 'actor-name': null, reason: null, warnings: [] },
];
const rejected = (code: string, detail: string) => new Rejected([{ code, detail }]);
const lost = rejected('console_ended', 'The console ended.');

it('a lost decision is done if the stage shows it', () => {
  expect(outcomeAfter(lost, approval, { status: 'sent', decisions: decided('approved') })).toEqual({
    isDone: true,
    mayRepeat: false,
    sentence: 'The response was lost, but it is approved: operator ada decided at 2026-11-05 10:00 UTC.',
  });
});

it('a lost decision may be repeated if the request is still open', () => {
  expect(outcomeAfter(lost, approval, { status: 'pending', decisions: [] })).toEqual({
    isDone: false,
    mayRepeat: true,
    sentence:
      'The response was lost. The request is still pending, so you can decide again. The console ended.',
  });
});

it('a lost decision is not done if somebody has decided otherwise', () => {
  expect(outcomeAfter(lost, approval, { status: 'rejected', decisions: decided('rejected') })).toEqual({
    isDone: false,
    mayRepeat: false,
    sentence: 'The response was lost. It is rejected: operator ada decided at 2026-11-05 10:00 UTC.',
  });
});

it('a decision is unknown if the stage shows nothing', () => {
  expect(outcomeAfter(lost, approval, undefined)).toMatchObject({ isDone: false, mayRepeat: true });
  expect(outcomeAfter(lost, approval, undefined).sentence).toContain('It is not known whether');
  const wrong = rejected('album_incomplete', 'The album has no cover.');
  expect(outcomeAfter(wrong, approval, undefined).sentence).toBe('The album has no cover.');
});

it('a rejected decision names who was faster, and is not repeated on another release', () => {
  const closed = rejected('distribution_request_not_open', 'It is not open.');
  expect(outcomeAfter(closed, approval, { status: 'sent', decisions: decided('approved') })).toEqual({
    isDone: false,
    mayRepeat: false,
    sentence: 'It is not open. It is sent: operator ada decided at 2026-11-05 10:00 UTC.',
  });
  const other = rejected('release_changed', 'Album: title.');
  expect(outcomeAfter(other, approval, { status: 'pending', decisions: [] })).toEqual({
    isDone: false,
    mayRepeat: false,
    sentence: 'Album: title.',
  });
  const incomplete = rejected('album_incomplete', 'The album has no cover.');
  expect(outcomeAfter(incomplete, approval, { status: 'pending', decisions: [] }).mayRepeat).toBe(true);
});
