import { describe, expect, it } from 'vitest';
import { ids, type ResourceObject, readingReference, valuesOf } from '../../support/reading-reference.ts';

const { get, list, rejected } = readingReference();

describe('credit roles', () => {
  const named = (data: readonly ResourceObject[]) =>
    data.map(({ attributes: { kind, name } }) => `${kind} ${name}`);

  it('are listed by name, roles before instruments', async () => {
    const all = await list('/credit-roles');
    expect(all.length).toBeGreaterThanOrEqual(120);
    const collator = new Intl.Collator('en', { sensitivity: 'base' });
    for (const kind of ['role', 'instrument']) {
      const names = valuesOf(
        all.filter(({ attributes }) => attributes['kind'] === kind),
        'name',
      ).map(String);
      expect(names).toEqual(names.toSorted(collator.compare));
    }
    const kinds = valuesOf(all, 'kind');
    expect(kinds.lastIndexOf('role')).toBeLessThan(kinds.indexOf('instrument'));
  });

  it('can be filtered by kind and by exact key of up to 64 characters', async () => {
    const instruments = await list('/credit-roles?filter[kind]=instrument');
    expect(new Set(valuesOf(instruments, 'kind'))).toEqual(new Set(['instrument']));
    expect(await rejected('/credit-roles?filter[kind]=singer')).toBe('filter[kind]');
    const violin = await list('/credit-roles?filter[key]=violin');
    expect(named(violin)).toEqual(['instrument Violin']);
    expect(await list('/credit-roles?filter[key]=Violin')).toEqual([]);
    expect(await list('/credit-roles?filter[key]=violin,viola')).toEqual([]);
    expect(await list(`/credit-roles?filter[key]=${'k'.repeat(64)}`)).toEqual([]);
    expect(await rejected(`/credit-roles?filter[key]=${'k'.repeat(65)}`)).toBe('filter[key]');
  });

  it('can be sorted by kind, name and key', async () => {
    const [first] = await list('/credit-roles?sort=kind,-name');
    expect(named(first ? [first] : [])).toEqual(['instrument Zither']);
    expect(valuesOf(await list('/credit-roles?sort=-key&page[size]=1'), 'key')).toEqual(['zither']);
    expect(valuesOf(await list('/credit-roles?sort=name&page[size]=1'), 'key')).toEqual(['a_and_r_director']);
  });

  it('can be read only by id once they are no longer offered', async () => {
    const retired = await get('/credit-roles/15');
    expect(retired.data.attributes).toEqual({ key: 'tape_operator', name: 'Tape Operator', kind: 'role' });
    expect(ids(await list('/credit-roles'))).not.toContain('15');
    expect(await list('/credit-roles?filter[id]=15')).toEqual([]);
    expect(await list('/credit-roles?filter[key]=tape_operator')).toEqual([]);
    expect(await rejected('/credit-roles?filter[is-listed]=false')).toBe('filter[is-listed]');
  });

  it('have no relationships or include paths', async () => {
    expect((await get('/credit-roles/1')).data).not.toHaveProperty('relationships');
    expect(await rejected('/credit-roles?include=tracks')).toBe('include');
  });
});

describe('artist roles', () => {
  it('can be filtered by a list of keys and sorted by key', async () => {
    const found = await list('/artist-roles?filter[key]=remixer,main_artist,drummer');
    expect(valuesOf(found, 'key')).toEqual(['main_artist', 'remixer']);
    const sorted = valuesOf(await list('/artist-roles?sort=key'), 'key');
    expect(sorted).toEqual(sorted.toSorted());
    expect(sorted).toHaveLength(9);
  });
});

describe('versions, genres, languages and dsps', () => {
  it.each([
    ['versions', 'Remix,Live', ['Remix', 'Live']],
    ['genres', 'Jazz,Techno', ['Techno', 'Jazz']],
    ['languages', 'French,Zulu', ['French', 'Zulu']],
    ['dsps', 'Delta,Alpha', ['Alpha', 'Delta']],
  ])('can be filtered by a list of names: %s', async (type, names, found) => {
    expect(valuesOf(await list(`/${type}?filter[name]=${names}`), 'name')).toEqual(found);
    expect(await list(`/${type}?filter[name]=Nothing`)).toEqual([]);
  });

  it.each(['genres', 'languages', 'dsps'])('can be sorted by name: %s', async (type) => {
    const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
    const up = valuesOf(await list(`/${type}?sort=name&page[size]=100`), 'name').map(String);
    const down = valuesOf(await list(`/${type}?sort=-name&page[size]=100`), 'name').map(String);
    expect(up).toEqual(up.toSorted(compare));
    expect(down).toEqual(down.toSorted(compare).toReversed());
    expect(down[0]).not.toBe(up[0]);
  });

  it('genres link and include their parent', async () => {
    const techno = await get('/genres?filter[name]=Techno&include=parent');
    expect(valuesOf(techno.included, 'name')).toEqual(['Electronic']);
    const { id } = techno.data[0];
    expect((await get(`/genres/${id}/parent`)).data.attributes.name).toBe('Electronic');
    expect((await get('/genres/1/parent')).data).toBeNull();
  });

  it('dsps show website, family, activity and video support', async () => {
    expect((await get('/dsps/12')).data.attributes).toEqual({
      name: 'Delta',
      website: 'https://delta.example',
      'is-active': true,
      'accepts-video': true,
      family: 'fingerprint',
    });
    expect((await get('/languages/118')).data.attributes).toEqual({ name: 'English', code: 'en' });
  });
});
