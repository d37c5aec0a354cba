import { describe, expect, it } from 'vitest';
import { assignableRoles, ranksBelow, roles } from '../../../../shared/accounts/rules/roles.ts';

describe('roles', () => {
  it('rank admin, manager, label, artist, analyst', () => {
    expect(roles).toEqual(['admin', 'manager', 'label', 'artist', 'analyst']);
  });

  it.each(
    roles.flatMap((role, place) => roles.map((other, otherPlace) => ({ role, other, place, otherPlace }))),
  )('rank $role against $other by their order in the list', ({ role, other, place, otherPlace }) =>
    expect(ranksBelow(role, other)).toBe(place > otherPlace),
  );

  it.each([
    ['admin', ['manager', 'label', 'artist', 'analyst']],
    ['label', ['artist', 'analyst']],
    ['analyst', []],
  ] as const)('let %s assign %j', (role, slugs) =>
    expect(assignableRoles(role).map(({ slug }) => slug)).toEqual(slugs),
  );

  it('have human-readable names', () => {
    expect(assignableRoles('manager')[0]).toEqual({ slug: 'label', name: 'Label' });
  });
});
