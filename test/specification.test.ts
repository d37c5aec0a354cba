/** From a line of the specification to the test that fails without it, for people and reference data; a row that names no test fails. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const table: readonly (readonly [section: string, line: string, file: string, test: string])[] = [
  ['2.1', 'seven continents, with their keys', 'unit/reference/countries', 'are seven, under ids that stay'],
  [
    '2.1',
    'every country belongs to one continent',
    'unit/reference/countries',
    'each have their countries, and together all of them',
  ],
  [
    '2.1',
    'countries expose name, alpha2-code and continent',
    'functions/reference-geography',
    'include their continent, and link to it',
  ],
  [
    '2.2',
    'only the admin role reaches users',
    'conformance/suite/access',
    'gets 403 from every route except authentication',
  ],
  [
    '2.2',
    'only users of the caller’s organization',
    'functions/users',
    'does not reach users of another organization',
  ],
  ['2.2', 'name, email, password, role required', 'functions/users', 'reports every broken rule at once'],
  ['2.2', 'lengths in characters', 'functions/users', 'counts characters, not bytes'],
  [
    '2.2',
    'email unique across the platform',
    'functions/users',
    'takes an e-mail once on the whole platform, whatever its case',
  ],
  ['2.2', 'email valid', 'unit/domain/email', 'can be %s'],
  [
    '2.2',
    'password: 8 characters, one upper case',
    'functions/users',
    'asks eight characters and an upper-case letter of a password',
  ],
  [
    '2.2',
    'password never returned',
    'functions/users',
    'answers with the full resource, without the password',
  ],
  ['2.2', 'password cannot be changed later', 'functions/users', 'never changes the password'],
  [
    '2.2',
    'role one of the assignable',
    'functions/users',
    'refuses to give the role %s, which does not rank below the caller',
  ],
  ['2.2', 'assignable role item {slug, name}', 'functions/users', 'lists the roles one can assign'],
  [
    '2.2',
    'is-disabled blocks access',
    'functions/users',
    'ends every session of a user it disables, at once, until the user signs in again',
  ],
  [
    '2.2',
    'relationships white-label, parent-user, dsps',
    'functions/users',
    'takes over DSPs, flags, capabilities and organization of its creator',
  ],
  [
    '2.4',
    'name required up to 255, description up to 300',
    'functions/labels',
    'count characters, 255 of a name and 300 of a description',
  ],
  ['2.4', 'smart creation', 'functions/labels', 'are reused by name, and take over a different description'],
  [
    '2.5',
    'smart creation, bio updated, 201',
    'functions/artists',
    'are reused by name, trimmed and whatever its case, and take over a new bio',
  ],
  [
    '2.5',
    'meta.allow-duplicate-name forces a new artist',
    'functions/artists',
    'are made anew under one name on demand; the oldest of them is the one that is reused',
  ],
  [
    '2.5',
    'a non-boolean flag is 422, on PATCH too',
    'functions/artists',
    'refuse %j as allow-duplicate-name, on PATCH too',
  ],
  [
    '2.9',
    'credit roles: default order',
    'functions/reference-catalogue',
    'stand with the roles first, then the instruments, each by name',
  ],
  [
    '2.9',
    'credit roles: filters',
    'functions/reference-catalogue',
    'are filtered by kind and by exact key of at most 64 characters',
  ],
  ['2.9', 'credit roles: sorts', 'functions/reference-catalogue', 'are sorted by kind, name and key'],
  [
    '2.9',
    'a credit role no longer listed is read by id',
    'functions/reference-catalogue',
    'no longer listed are read by id, and found in no list',
  ],
  [
    '2.9',
    'credit roles have no relationships',
    'functions/reference-catalogue',
    'have no relationships and include nothing',
  ],
  [
    '2.9',
    'page sizes',
    'functions/reference',
    'hold 20 records if nobody says otherwise, and at most 100; of credit roles 1000',
  ],
  [
    '2.9',
    'artist roles: filter and sort by key',
    'functions/reference-catalogue',
    'are filtered by a list of keys, and sorted by key',
  ],
  [
    '2.10',
    'formats of DSPs 1, 4 and 12, URL matches the id',
    'functions/artist-profiles',
    'refuse, with status and detail alone, on DSP %s %j',
  ],
  [
    '2.10',
    'replicated to DSP 16',
    'functions/artist-profiles',
    'is copied to DSP 16 on create, update and delete',
  ],
  [
    '2.10',
    'only DSP 12 is managed',
    'functions/artist-profiles',
    'is the only one of the two that its owner manages',
  ],
  [
    '2.10',
    'one per artist and DSP',
    'functions/artist-profiles',
    'are one for each artist and DSP, also when two come at once',
  ],
  ['2.10', 'NEW needs no URL', 'functions/artist-profiles', 'needs no URL, and keeps none'],
  [
    '2.10',
    'NEW only without profile and sent release',
    'functions/artist-profiles',
    'is refused to an artist with a profile on DSP 1, or on a sent release',
  ],
  [
    '2.10',
    'NEW is replaced by the real id',
    'functions/artist-profiles',
    'is replaced by an operator with the real id',
  ],
  [
    '3.4',
    'enabled to disabled',
    'functions/users',
    'ends every session of a user it disables, at once, until the user signs in again',
  ],
  ['4.2', 'GET /continents', 'functions/reference-geography', 'are filtered and sorted by key'],
  [
    '4.2',
    'filter[has-countries]',
    'functions/reference-geography',
    'are filtered by having countries, which all of them have',
  ],
  [
    '4.2',
    'include=countries',
    'functions/reference-geography',
    'include their countries, with full linkage, in a list and alone',
  ],
  [
    '4.2',
    'GET /countries, filter[continent-id]',
    'functions/reference-geography',
    'are filtered by continent and by a list of names',
  ],
  ['4.3', 'GET /users: filters and sorts', 'functions/users', 'filters as documented'],
  ['4.3', 'PATCH keeps what is omitted', 'functions/users', 'changes what is sent and keeps the rest'],
  [
    '4.3',
    'only DSPs the caller holds, the others named',
    'functions/users',
    'gives only DSPs the caller holds, and names the others',
  ],
  [
    '4.3',
    'each flag gates one DSP family',
    'functions/users',
    'are the assigned ones of the families its flags allow',
  ],
  ['4.6', 'GET /artists: filter bio', 'functions/artists', 'are found by a part of their bio'],
  [
    '4.6',
    'include dsp-availabilities.dsp',
    'functions/artists',
    'include their profiles and the DSPs of these',
  ],
  [
    '4.10',
    'GET of every reference resource, list and one',
    'functions/reference',
    'are listed oldest first, or as declared, and read one by one',
  ],
  [
    '4.11',
    'filters, includes, related links',
    'functions/artist-profiles',
    'are linked to artist and DSP by related links',
  ],
  [
    '4.11',
    'PATCH of changed attributes',
    'functions/artist-profiles',
    'keep their artist and DSP, and follow the id with the URL',
  ],
  ['5', 'token for an hour', 'functions/auth', 'gives a bearer token that lives for an hour'],
  ['5', 'wrong credentials', 'functions/auth', 'answers a wrong e-mail and a wrong password alike'],
  ['5', 'GET /auth/me', 'functions/auth', 'shows its user in snake_case with a number as id'],
  ['5', 'logout revokes the token', 'functions/auth', 'ends by logout, alone'],
  [
    '5',
    'logout-all revokes all',
    'conformance/access',
    'ends every session of the user, and of no other user',
  ],
  ['7', '401', 'conformance/suite/access', 'gets 401 from every route that needs one'],
  [
    '7',
    '403 of users: rank',
    'functions/users',
    'lets one change one’s own name, lastname and phone, and nothing else',
  ],
  [
    '7',
    '403 of artist DSP availabilities',
    'functions/artist-profiles',
    'answer 403 for the artist or the profile of another',
  ],
  ['7', '415', 'conformance/suite/paths', '%s answers 415 to a body of any other media type'],
  ['7', '429', 'functions/auth', 'answers 429 with Retry-After when the budget is spent'],
  [
    '4.6',
    'artists with album associations cannot be deleted',
    'functions/artists',
    'stay while albums name them',
  ],
];

const sources = new Map(
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => [name.replace('.test.ts', ''), readFileSync(join(import.meta.dirname, name), 'utf8')]),
);

describe('the specification', () => {
  it.each(table)('%s %s', (_section, _line, file, test) => {
    expect(sources.get(file) ?? 'no such file').toContain(test);
  });
});
