import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleForm } from '../../../shared/domain/title-form.ts';
import { type ComparedTrack, similarityOf } from '../../../shared/domain/track-similarity.ts';
import { textSimilarity } from '../../../shared/matching/text-similarity.ts';

const track = (title: string, artist: string | readonly string[], isrc = ''): ComparedTrack => ({
  isrc,
  title: titleForm(title),
  artists: [artist].flat().map(titleForm),
});
const compare = (left: ComparedTrack, right: ComparedTrack) => similarityOf(left, right, textSimilarity);

const submitted = track('Half Past Three', 'Nia Calder', 'DEAB12600001');

describe('two tracks', () => {
  it('with the same ISRC are the same recording, whatever they are called', () => {
    expect(compare(submitted, track('Other', 'Else', 'DEAB12600001'))).toEqual({
      method: 'isrc',
      isCover: false,
      score: 100,
      title: null,
      artist: null,
    });
  });

  it.each([
    ['equal', track('HALF PAST THREE (Live)', 'Nia Calder'), 99],
    ['with the words of the name in another order', track('Half Past Three', 'Calder, Nia'), 99],
    ['with one of several artists', track('Half Past Three', ['Leo Marsh', 'Nia Calder']), 99],
    ['with another letter in title and name', track('Half Past Thre', 'Nia Kalder'), 87],
    ['that are just not similar enough', track('Half Past Seven', 'Nia Calder'), undefined],
  ])('%s are compared by title and artist', (_, released, score) => {
    expect(compare(submitted, released)?.score).toBe(score);
    if (score !== undefined) expect(compare(submitted, released)?.isCover).toBe(true);
  });

  it.each([
    ['another title by the same artist', track('Streetlights', 'Nia Calder')],
    ['the same title by another artist', track('Half Past Three', 'Leo Marsh')],
    ['the same title by nobody', track('Half Past Three', [])],
    ['another ISRC and title', track('Streetlights', 'Nia Calder', 'DEAB12600002')],
  ])('do not match: %s', (_, released) => expect(compare(submitted, released)).toBeUndefined());

  it('score 70 when both title and artist are just similar enough', () => {
    expect(compare(track('abcde', 'fghij'), track('abcdx', 'fghix'))?.score).toBe(70);
    expect(compare(track('abcd', 'fghij'), track('abcx', 'fghij'))).toBeUndefined();
    expect(compare(track('abcde', 'fghi'), track('abcde', 'fghx'))).toBeUndefined();
  });

  it('of a series do not match', () => {
    expect(compare(track('Symphony No. 5', 'Ada'), track('Symphony No. 6', 'Ada'))).toBeUndefined();
    expect(compare(track('Symphony No. 5', 'Ada'), track('Symphonie No. 5', 'Ada'))?.score).toBeGreaterThan(
      70,
    );
  });

  it('without a title or ISRC never match', () => {
    expect(compare(track('', 'Ada'), track('', 'Ada'))).toBeUndefined();
  });

  it('are as similar in either order, from 70 to 99, or 100 with equal ISRCs', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 12 });
    const tracks = fc
      .tuple(name, fc.array(name, { maxLength: 3 }), fc.constantFrom('', 'A', 'B'))
      .map((parts) => track(...parts));
    fc.assert(
      fc.property(tracks, tracks, (left, right) => {
        const found = compare(left, right);
        expect(compare(right, left)).toEqual(found);
        if (!found) return;
        expect(found.score).toBeGreaterThanOrEqual(70);
        expect(found.score).toBeLessThanOrEqual(found.method === 'isrc' ? 100 : 99);
        expect(found.isCover).toBe(found.method !== 'isrc');
      }),
      { numRuns: 3000 },
    );
  });
});
