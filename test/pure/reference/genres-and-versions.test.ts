import { describe, expect, it } from 'vitest';
import { genreData } from '../../../shared/reference/data/genres.ts';
import { versionData } from '../../../shared/reference/data/versions.ts';

const genres = genreData.rows();
const idOf = (name: string) => genres.find((genre) => genre.name === name)?.id;

describe('genres', () => {
  it('number about sixty, in two levels', () => {
    expect(genres.length).toBeGreaterThanOrEqual(60);
    const below = genres.filter(({ parent }) => parent !== null);
    expect(below.length).toBeGreaterThanOrEqual(30);
    const tops = new Set(genres.flatMap(({ id, parent }) => (parent === null ? [id] : [])));
    expect(below.filter(({ parent }) => !tops.has(String(parent)))).toEqual([]);
  });

  it.each([
    ['Techno', 'Electronic'],
    ['Reggaeton', 'Latin'],
    ['Opera', 'Classical'],
    ['Flamenco', 'World'],
  ])('include %s under %s', (name, parent) => {
    expect(genres.find((genre) => genre.name === name)?.parent).toBe(idOf(parent));
  });

  it('have stable ids', () => {
    expect([idOf('Alternative'), idOf('Jazz'), idOf('Pop'), idOf('Flamenco')]).toEqual([
      '1',
      '32',
      '46',
      '69',
    ]);
  });
});

describe('versions', () => {
  it('include those of the specification, with stable ids', () => {
    const first = versionData.rows().slice(0, 6);
    expect(first.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '1 Original',
      '2 Remix',
      '3 Remaster',
      '4 Instrumental',
      '5 Acoustic',
      '6 Live',
    ]);
    expect(versionData.rows().length).toBeGreaterThanOrEqual(20);
  });
});
