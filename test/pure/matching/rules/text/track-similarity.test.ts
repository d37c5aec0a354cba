import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleForm } from '../../../../../shared/matching/rules/text/title-form.ts';
import {
  boundedTrack,
  type ComparedTrack,
  similarityOf,
} from '../../../../../shared/matching/rules/text/track-similarity.ts';
import { textSimilarity } from '../../../../../shared/matching/text/find-matches.ts';
import { checkProperty } from '../../../../support/check-property.ts';

const track = (title: string, artist: string | readonly string[], isrc = '', iswc = ''): ComparedTrack =>
  boundedTrack({ isrc, iswc, title: titleForm(title), artists: [artist].flat().map(titleForm) });
const compare = (left: ComparedTrack, right: ComparedTrack) => similarityOf(left, right, textSimilarity);

const submitted = track('Half Past Three', 'Nia Calder', 'DEAB12600001');

describe('two tracks', () => {
  it('are the same recording if they share an ISRC, even with other titles and artists', () => {
    expect(compare(submitted, track('Other', 'Else', 'DEAB12600001'))).toEqual({
      method: 'isrc',
      isCover: false,
      score: 100,
      title: null,
      artist: null,
    });
  });

  it('record the same work if they share an ISWC, unless their ISRCs are equal', () => {
    const work = 'T0345246801';
    const composed = track('Half Past Three', 'Nia Calder', 'DEAB12600001', work);
    const cover = { method: 'iswc', isCover: true, score: 100, title: null, artist: null };
    expect(compare(composed, track('Other', 'Else', 'DEAB12600002', work))).toEqual(cover);
    expect(compare(composed, track('Half Past Three', 'Nia Calder', '', work))).toEqual(cover);
    expect(compare(composed, track('Other', 'Else', 'DEAB12600001', work))).toMatchObject({ method: 'isrc' });
    expect(compare(composed, track('Other', 'Else', '', 'T0345246812'))).toBeUndefined();
    expect(compare(composed, track('Half Past Three', 'Nia Calder', '', 'T0345246812'))?.score).toBe(99);
  });

  it.each([
    ['equal', track('HALF PAST THREE (Live)', 'Nia Calder'), 99],
    ['with the words of the name in another order', track('Half Past Three', 'Calder, Nia'), 99],
    ['with one of several artists', track('Half Past Three', ['Leo Marsh', 'Nia Calder']), 99],
    ['with another letter in title and name', track('Half Past Thre', 'Nia Kalder'), 87],
    ['that are just not similar enough', track('Half Past Seven', 'Nia Calder'), undefined],
  ])('are compared by title and artist: %s', (_, released, score) => {
    expect(compare(submitted, released)?.score).toBe(score);
    if (score !== undefined) expect(compare(submitted, released)?.isCover).toBe(true);
  });

  it('have the similarities of titles and artists in percent', () => {
    expect(compare(track('abcdefghij', 'Ada'), track('abcdefghix', 'Ada'))).toEqual({
      method: 'title_and_artist',
      isCover: true,
      score: 92,
      title: 90,
      artist: 100,
    });
  });

  it('do not match if their numbers are in different order', () => {
    expect(compare(track('Part 1 of 12', 'Ada'), track('Part 11 of 2', 'Ada'))).toBeUndefined();
  });

  it.each([
    ['another title by the same artist', track('Streetlights', 'Nia Calder')],
    ['the same title by another artist', track('Half Past Three', 'Leo Marsh')],
    ['the same title by nobody', track('Half Past Three', [])],
    ['another ISRC and title', track('Streetlights', 'Nia Calder', 'DEAB12600002')],
  ])('do not match if one has %s', (_, released) => expect(compare(submitted, released)).toBeUndefined());

  it('score 70 if title and artist are both just similar enough', () => {
    expect(compare(track('abcde', 'fghij'), track('abcdx', 'fghix'))?.score).toBe(70);
    expect(compare(track('abcd', 'fghij'), track('abcx', 'fghij'))).toBeUndefined();
    expect(compare(track('abcde', 'fghi'), track('abcde', 'fghx'))).toBeUndefined();
  });

  it('do not match if they are parts of a series', () => {
    expect(compare(track('Symphony No. 5', 'Ada'), track('Symphony No. 6', 'Ada'))).toBeUndefined();
    expect(compare(track('Symphony No. 5', 'Ada'), track('Symphonie No. 5', 'Ada'))?.score).toBeGreaterThan(
      70,
    );
  });

  it('are compared without the space where a long title is cut', () => {
    const { title, artists } = boundedTrack({
      isrc: '',
      iswc: '',
      title: `${'a'.repeat(299)} b`,
      artists: [],
    });
    expect([title, artists]).toEqual(['a'.repeat(299), []]);
  });

  it('never match without a title or ISRC', () => {
    expect(compare(track('', 'Ada'), track('', 'Ada'))).toBeUndefined();
  });

  it('score the same in either order: 70 to 99, or 100 with equal ISRCs', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 12 });
    const tracks = fc
      .tuple(name, fc.array(name, { maxLength: 3 }), fc.constantFrom('', 'A', 'B'))
      .map((parts) => track(...parts));
    return checkProperty(
      fc.property(tracks, tracks, (left, right) => {
        const found = compare(left, right);
        expect(compare(right, left)).toEqual(found);
        if (!found) return;
        expect(found.score).toBeGreaterThanOrEqual(70);
        expect(found.score).toBeLessThanOrEqual(found.method === 'isrc' ? 100 : 99);
        expect(found.isCover).toBe(found.method !== 'isrc');
      }),
      { runs: 3000 },
    );
  });
});

describe('the comparison of two tracks', () => {
  /** Each character has eighteen letters in its comparable form. */
  const LONGEST = '\ufdfa'.repeat(254);
  const names = (last: string) => Array.from({ length: 40 }, (_, index) => `${last}${index % 10}${LONGEST}`);

  it('is bounded, even with many artists and long names', () => {
    const calls: string[] = [];
    const counting = (left: string, right: string, atLeast: number): number => {
      calls.push(left, right);
      return textSimilarity(left, right, atLeast);
    };
    const title = 'a'.repeat(300);
    similarityOf(track(title, names('x')), track(`${title.slice(1)}b`, names('y')), counting);
    // The titles, and three by three names.
    expect(calls).toHaveLength(2 * (1 + 3 * 3));
    expect(Math.max(...calls.slice(0, 2).map((text) => text.length))).toBe(300);
    expect(Math.max(...calls.slice(2).map((text) => text.length))).toBe(100);
  });

  it('includes only the first ten artists if their names are equal', () => {
    const others = (length: number) => Array.from({ length }, (_, index) => `Other ${index}`);
    const among = (length: number) =>
      compare(track('Amber', [...others(length), 'Nia Calder']), track('Amber', ['Calder Nia']))?.score;
    expect([among(9), among(10)]).toEqual([99, undefined]);
  });

  it('splits no characters', () => {
    const { artists } = track('Amber', `${'\u{1f3b5}a'.repeat(80)}`);
    const [name = ''] = boundedTrack({
      isrc: '',
      iswc: '',
      title: '',
      artists: ['\u{1f3b5}'.repeat(101)],
    }).artists;
    expect([name, ...artists].every((text) => text.isWellFormed())).toBe(true);
    expect([...name]).toHaveLength(100);
  });
});

/** A text that counts how many of its characters were read. */
function counted(value: string): { readonly text: string; readonly reads: () => number } {
  let reads = 0;
  const charCodeAt = (index: number): number => {
    reads += 1;
    return value.charCodeAt(index);
  };
  const text: unknown = Object.assign(new String(value), { charCodeAt });
  return { text: text as string, reads: () => reads };
}

describe('the similarity of two texts', () => {
  it('is not computed further once it falls below the bound', () => {
    const other = 'b'.repeat(300);
    const whole = counted('a'.repeat(300));
    const given = counted('a'.repeat(300));
    expect(textSimilarity(other, whole.text, 0)).toBe(0);
    expect(textSimilarity(other, given.text, 0.8)).toBe(0);
    expect(whole.reads()).toBeGreaterThan(300);
    expect(given.reads()).toBeLessThan(70);
  });

  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 15 });

  it('is the same with a lower bound unless it is below it', () => {
    return checkProperty(
      fc.property(text, text, fc.constantFrom(0.5, 0.7, 0.8, 0.9, 1), (left, right, atLeast) => {
        const whole = textSimilarity(left, right, 0);
        expect(textSimilarity(left, right, atLeast)).toBe(whole < atLeast ? 0 : whole);
      }),
      { runs: 3000 },
    );
  });
});
