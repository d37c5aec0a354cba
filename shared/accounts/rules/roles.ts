/** Roles of users, highest first. Users manage only users with lower roles (specification 2.2). */

export const roles = ['admin', 'manager', 'label', 'artist', 'analyst'] as const;
export type Role = (typeof roles)[number];

export const ranksBelow = (role: Role, other: Role): boolean => roles.indexOf(role) > roles.indexOf(other);

export const assignableRoles = (role: Role): { readonly slug: Role; readonly name: string }[] =>
  roles
    .filter((each) => ranksBelow(each, role))
    .map((slug) => ({ slug, name: slug.charAt(0).toUpperCase() + slug.slice(1) }));
