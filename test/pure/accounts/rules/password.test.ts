import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { password } from '../../../../shared/accounts/rules/password.ts';

const faults = (value: unknown): string[] =>
  (v.safeParse(password, value).issues ?? []).map(({ message }) => message);

describe('a password', () => {
  it.each(['Eight8ch', 'éàüößøÅx', 'Ωμεγα-123', '🎷🎷🎷🎷🎷🎷🎷A', `A${'x'.repeat(1023)}`, 'A\n\t      '])(
    'can be %j',
    (value) => expect(faults(value)).toEqual([]),
  );

  it.each([
    ['Sevenn7', 'must be at least 8 characters long'],
    ['🎷🎷🎷🎷🎷🎷A', 'must be at least 8 characters long'],
    ['lowercase8', 'must contain an upper-case letter'],
    ['ǅungla-12', 'must contain an upper-case letter'],
    [`A${'x'.repeat(1024)}`, 'must be at most 1024 characters long'],
    ['\ud800Abcdefgh', 'must be well-formed text without null bytes'],
    ['Abcdefg\0', 'must be well-formed text without null bytes'],
  ])('cannot be %j, which %s', (value, fault) => expect(faults(value)).toContain(fault));

  it.each([undefined, null, 12345678, ['A'], {}])('cannot be %j', (value) =>
    expect(faults(value)).toEqual(['must be a string']),
  );
});
