/** What an owner changes of a release that is open in the console. */
import { expect, it } from 'vitest';
import { useOwnerChanges } from '../../../../../bin/operator/console/page/owner-changes.ts';
import { isOtherVersion } from '../../../../../shared/distribution/rules/other-version.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');

const album = (seen: string, ...changes: readonly (readonly [at: string, what: string])[]) => ({
  seen,
  history: changes.map(([at, detail]) => ({
    at,
    what: 'release changed',
    id: '1',
    actor: undefined,
    detail,
  })),
});

it('the list has only changes since the release was opened, newest first', () => {
  const { changes, note } = useOwnerChanges();
  const first = ['2026-05-01T11:00:00.000Z', 'Album: title'] as const;
  const second = ['2026-05-01T11:59:00.000Z', 'Album: cover'] as const;
  note(album('1-0-0', first), NOW);
  note(album('1-0-5f8d1c2b', first), NOW);
  expect(changes.value).toEqual([]);
  note(album('2-0-5f8d1c2b', second, first), NOW);
  note(album('2-0-00000001', second, first), NOW);
  expect(changes.value.map(({ what }) => what)).toEqual(['Album: the file of the cover', 'Album: cover']);
});

it.each([
  ['1-0-0', '1-0-5f8d1c2b', false],
  ['1-0-5f8d1c2b', '1-0-0', false],
  ['1-0-5f8d1c2b', '1-0-00000001', true],
  ['1-0-0', '2-0-0', true],
  ['1-0-0', '1-1-0', true],
])('from %s to %s a release counts as changed: %s', (seen, now, isOther) => {
  expect(isOtherVersion(seen, now)).toBe(isOther);
});
