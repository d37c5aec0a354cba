import { describe, expect, it } from 'vitest';
import { assignableRoles, ranksBelow, roles } from '../../../../shared/accounts/rules/roles.ts';

describe('roles', () => {
  it('rank admin, manager, label, artist, analyst', () => {
    expect(roles).toEqual(['admin', 'manager', 'label', 'artist', 'analyst']);
  });

  it.each(
    roles.flatMap((role, place) => roles.map((other, otherPlace) => ({ role, other, place, otherPlace }))),
  )(
    '$role compared with $other: only a role further down the list ranks below',
    ({ role, other, place, otherPlace }) => expect(ranksBelow(role, other)).toBe(place > otherPlace),
  );

  it.each([
    ['admin', ['manager', 'label', 'artist', 'analyst']],
    ['label', ['artist', 'analyst']],
    ['analyst', []],
  ] as const)('%s can assign %j', (role, slugs) =>
    expect(assignableRoles(role).map(({ slug }) => slug)).toEqual(slugs),
  );

  it('have names for people', () => {
    expect(assignableRoles('manager')[0]).toEqual({ slug: 'label', name: 'Label' });
  });
});
