import { describe, expect, it } from 'vitest';
import { artistRoleData } from '../../../shared/reference/data/artist-roles.ts';
import { creditRoleData } from '../../../shared/reference/data/credit-roles.ts';

const KEY = /^[a-z0-9]+(_[a-z0-9]+)*$/;
const creditRoles = creditRoleData.rows();
const artistRoles = artistRoleData.rows();
const byKey = (key: string) => creditRoles.find((role) => role.key === key);
const listed = (kind: string) => creditRoles.filter((role) => role.kind === kind && role['is-listed']);

describe('credit roles', () => {
  it('include at least 60 roles and 60 instruments', () => {
    expect(listed('role').length).toBeGreaterThanOrEqual(60);
    expect(listed('instrument').length).toBeGreaterThanOrEqual(60);
  });

  it('have machine-readable keys of up to 64 characters', () => {
    expect(creditRoles.filter(({ key }) => !KEY.test(key) || key.length > 64)).toEqual([]);
  });

  it('exclude core artist roles', () => {
    const core = new Set(artistRoles.flatMap(({ key }) => [key, key.replaceAll('_', ' ')]));
    const shared = creditRoles.filter(({ key, name }) => core.has(key) || core.has(name.toLowerCase()));
    expect(shared).toEqual([]);
  });

  it('include a role that is no longer offered', () => {
    expect(byKey('tape_operator')).toMatchObject({ id: '15', 'is-listed': false });
  });

  it.each([
    ['recording_engineer', '1'],
    ['conductor', '33'],
    ['dancer', '81'],
    ['accordion', '82'],
    ['violin', '194'],
    ['zither', '199'],
  ])('include %s with the stable id %s', (key, id) => {
    expect(byKey(key)?.id).toBe(id);
  });
});

describe('artist roles', () => {
  it('are nine with stable ids', () => {
    expect(artistRoles.map(({ id, key }) => `${id} ${key}`)).toEqual([
      '1 main_artist',
      '2 featuring',
      '3 producer',
      '4 composer',
      '5 lyricist',
      '6 remixer',
      '7 performer',
      '8 arranger',
      '9 publisher',
    ]);
  });
});
