import codes from 'iso-639-1';
import { describe, expect, it } from 'vitest';
import { languageData } from '../../../shared/reference/data/languages.ts';

const rows = languageData.rows();

describe('languages', () => {
  it('are those of ISO 639-1, as in the data package', () => {
    const theirs = codes.getAllCodes().map((code) => ({ code, name: codes.getName(code) }));
    expect(rows.map(({ code, name }) => ({ code, name }))).toEqual(
      theirs.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
    );
    expect(rows).toHaveLength(183);
  });

  it.each([
    ['aa', '1'],
    ['de', '83'],
    ['en', '118'],
    ['es', '123'],
    ['fr', '148'],
    ['zu', '671'],
  ])('include %s with the stable id %s', (code, id) => {
    expect(rows.find((row) => row.code === code)?.id).toBe(id);
  });
});
