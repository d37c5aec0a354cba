/** Roles of an organization, highest first: who may manage whom (specification 2.2). */

export const roles = ['admin', 'manager', 'label', 'artist', 'analyst'] as const;
export type Role = (typeof roles)[number];

export const ranksBelow = (role: Role, other: Role): boolean => roles.indexOf(role) > roles.indexOf(other);

export interface AssignableRole {
  readonly slug: Role;
  readonly name: string;
}

/** The roles someone of this role can give to others. */
export const assignableRoles = (role: Role): AssignableRole[] =>
  roles
    .filter((each) => ranksBelow(each, role))
    .map((slug) => ({ slug, name: slug.charAt(0).toUpperCase() + slug.slice(1) }));
