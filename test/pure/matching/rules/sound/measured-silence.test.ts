import { describe, expect, it } from 'vitest';
import { WHOLE_TRACK, withoutSilence } from '../../../../../shared/matching/rules/sound/measured-silence.ts';

const range = { start: 0, end: 20, matchedStart: 30, matchedEnd: 50 };
const trimmed = (submitted = WHOLE_TRACK, released = WHOLE_TRACK) =>
  withoutSilence({ score: 90, ranges: [range] }, { submitted, released }).ranges;

describe('the range of a match', () => {
  it('starts and ends with the sound of the submitted track', () => {
    expect(trimmed({ from: 1.5, to: 18.25 })).toEqual([
      { start: 1.5, end: 18.25, matchedStart: 31.5, matchedEnd: 48.25 },
    ]);
  });

  it('starts and ends with the sound of the released track', () => {
    expect(trimmed(WHOLE_TRACK, { from: 32, to: 49 })).toEqual([
      { start: 2, end: 19, matchedStart: 32, matchedEnd: 49 },
    ]);
  });

  it('starts with the later sound if the leading silences differ', () => {
    expect(trimmed({ from: 2.5, to: 20 }, { from: 30.5, to: 50 })).toEqual([
      { ...range, start: 2.5, matchedStart: 32.5 },
    ]);
  });

  it('includes silence of both tracks, even if it seems longer in a quieter one', () => {
    expect(trimmed({ from: 2.2, to: 18 }, { from: 31.5, to: 47.5 })).toEqual([range]);
  });

  it('includes quiet parts and is unchanged without known silence', () => {
    expect(trimmed({ from: 4, to: 15 })).toEqual([range]);
    expect(trimmed()).toEqual([range]);
  });

  it('is never shortened to nothing', () => {
    const short = { start: 0, end: 5, matchedStart: 30, matchedEnd: 35 };
    const spans = { submitted: { from: 3, to: 2.5 }, released: WHOLE_TRACK };
    expect(withoutSilence({ score: 90, ranges: [short] }, spans).ranges).toEqual([short]);
  });
});
