import { describe, expect, it } from 'vitest';
import { readLine } from '../../../../shared/matching/imports/line.ts';
import { foundLine, type LineMembers } from '../../../support/imported-matches.ts';

const read = (given: LineMembers) => readLine(foundLine({ track: '17', ...given }));

const range = { start: 1, end: 2, 'matched-start': 3, 'matched-end': 4 };

describe('a line of import-matches', () => {
  it('needs source, id, and track or isrc, and nothing else', () => {
    expect(read({})).toEqual({
      is: 'match',
      name: 'ear.example#1',
      target: { track: '17' },
      match: {
        matchedTrackId: 'ear.example#1',
        attributes: {
          ...{ 'is-cover': 0, title: 'So Where', 'album-title': '', label: '', 'isrc-code': '' },
          ...{
            'album-upc-code': '',
            'iswc-code': null,
            'release-date': '1999-04-30',
            'video-platform-id': '',
          },
          ...{ 'alpha-id': '', 'alpha-title': '', 'alpha-album-id': '', 'alpha-album-name': '' },
          ...{ 'beta-id': null, 'gamma-id': '', 'gamma-title': '', 'gamma-album-id': '' },
          ...{ 'gamma-album-name': '', 'confidence-score': null },
        },
        analysis: null,
        parts: {
          ...{ artists: [], distributors: [], 'time-offsets': [] },
          ...{ 'alpha-artists': [], 'gamma-artists': [] },
        },
        findings: { isImported: true },
      },
    });
    expect(readLine({})).toEqual({
      faults: ['source', 'id'].map((name) => `${name} is required.`),
    });
    expect(readLine({ source: 'Ear', id: 17, track: 17 })).toMatchObject({
      name: 'Ear#17',
      target: { track: '17' },
      match: { attributes: { 'is-cover': 0, title: '', 'release-date': '' } },
    });
  });

  it('has null for unknown values', () => {
    const names = ['label', 'isrc-code', 'iswc-code', 'beta-id', 'confidence-score', 'artists'];
    expect(read({ ...Object.fromEntries(names.map((name) => [name, null])), isrc: null })).toEqual(read({}));
  });

  it('names its tracks by id or by ISRC, in any spelling', () => {
    const isrc = 'de-ab1-26-00001';
    expect(read({ track: null, isrc })).toMatchObject({ target: { isrc } });
    expect(read({ isrc })).toEqual({ faults: ['Only one of track and isrc is allowed.'] });
    expect(read({ track: undefined })).toEqual({ faults: ['Track or isrc is required.'] });
    expect(read({ track: null, isrc: 'N/A' })).toEqual({ faults: ['isrc must be an ISRC.'] });
  });

  it.each([
    [0, 0],
    [1, 1],
    [false, 0],
    [true, 1],
  ])('accepts is-cover %s', (given, kept) => {
    expect(read({ 'is-cover': given })).toMatchObject({ match: { attributes: { 'is-cover': kept } } });
  });

  it('has ranges by start, in milliseconds', () => {
    const later = { ...range, start: 1.00049, end: 1.0015 };
    expect(read({ 'time-offsets': [{ ...range, start: 1.5 }, later] })).toMatchObject({
      match: {
        parts: {
          'time-offsets': [
            { ...later, start: 1, end: 1.002 },
            { ...range, start: 1.5 },
          ],
        },
      },
    });
  });

  it('can withdraw a match', () => {
    const finder = { source: 'ear.example', id: 'a#b' };
    expect(readLine({ ...finder, removed: true })).toEqual({ is: 'removal', name: 'ear.example#a#b' });
    expect(readLine({ ...finder, removed: false })).toEqual({ faults: ['removed must be true.'] });
    expect(readLine({ ...finder, removed: true, track: '17' })).toEqual({
      faults: ['track is not a member that a line may have.'],
    });
  });

  it.each<[string, LineMembers]>([
    ['The line must be an object.', []],
    [
      'source must be 1 to 50 letters, digits, spaces, dots, hyphens and underscores, and begin with a letter or digit.',
      { source: 'a#b' },
    ],
    ['id must be a string.', { id: 1.5 }],
    ['id must not be empty.', { id: ' ' }],
    ['id must be at most 200 characters long.', { id: 'x'.repeat(201) }],
    ['track must be an id.', { track: '17a' }],
    ['is-cover must be 0, 1, true or false.', { 'is-cover': 2 }],
    ['title must be a single line without control characters.', { title: 'a\nb' }],
    ['title must be well-formed Unicode text.', { title: 'a\ud800' }],
    ['label must be at most 500 characters long.', { label: 'x'.repeat(501) }],
    ['release-date must be a day that exists, written YYYY-MM-DD.', { 'release-date': '2026-02-30' }],
    ['confidence-score must be 70 or greater.', { 'confidence-score': 69 }],
    ['confidence-score must be 100 or less.', { 'confidence-score': 101 }],
    ['artists must be a list.', { artists: 'Nia Calder' }],
    ['artists.0 must be an object.', { artists: [17] }],
    ['distributors.1.name is required.', { distributors: [{ name: 'Green' }, {}] }],
    [
      'alpha-artists.0.gamma-id is not a member that a line may have.',
      { 'alpha-artists': [{ name: 'N', 'gamma-id': 'g' }] },
    ],
    ['artists must have at most 50 entries.', { artists: Array(51).fill({ name: 'N' }) }],
    ['time-offsets.0.start must be a number of seconds.', { 'time-offsets': [{ ...range, start: '1' }] }],
    [
      'time-offsets.0.matched-start must be 0 or greater.',
      { 'time-offsets': [{ ...range, 'matched-start': -1 }] },
    ],
    [
      'time-offsets.0.end must be 1000000 or less.',
      { 'time-offsets': [{ ...range, end: Number.POSITIVE_INFINITY }] },
    ],
    ['time-offsets.0 must have a start before its end.', { 'time-offsets': [{ ...range, end: 1.0001 }] }],
    [
      'time-offsets.0 must have a matched-start before its matched-end.',
      { 'time-offsets': [{ ...range, 'matched-end': 3 }] },
    ],
    ['Title is not a member that a line may have.', { Title: 'So Where' }],
    ['__proto__ is not a member that a line may have.', JSON.parse('{"__proto__": {}}')],
    ['The line has more than 16000 bytes.', { artists: Array(50).fill({ name: 'x'.repeat(400) }) }],
  ])('is rejected: %s', (fault, given) => {
    expect(
      Array.isArray(given) ? readLine(given) : readLine({ ...foundLine({ track: '17' }), ...given }),
    ).toEqual({
      faults: [fault],
    });
  });

  it('is rejected with at most five faults and names of bounded length', () => {
    const many = readLine(foundLine({ track: '17', artists: Array(50).fill({}) }));
    expect(many).toMatchObject({ faults: { length: 5 } });
    expect(JSON.stringify(read({ ['x'.repeat(10_000)]: 1 })).length).toBeLessThan(300);
  });
});
