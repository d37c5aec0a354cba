/** Ends of ranges beside digital silence are where the sound begins and ends. */
import { describe, expect, it } from 'vitest';
import { ITEM_SECONDS, ITEM_SPAN_SECONDS } from '../../../../../shared/audio/rules/item-times.ts';
import { soundBegins, soundEnds } from '../../../../../shared/matching/rules/sound/equal-ranges.ts';
import { SPEEDS } from '../../../../../shared/matching/sound/kept-fingerprints.ts';
import { copyOf } from '../../../../bench/sound/copies.ts';
import { MemoryIndex } from '../../../../bench/sound/memory-index.ts';
import { search } from '../../../../bench/sound/searches.ts';
import { silence } from '../../../../support/audio/corpus/alterations.ts';
import { fingerprintsOf, track } from '../../../../support/audio/corpus/tracks.ts';
import { concatenated, syntheticFingerprint } from '../../../../support/audio/synthetic-fingerprint.ts';

const [silent = new Uint32Array()] = await fingerprintsOf([silence(8)]);
const sound = syntheticFingerprint(1, 100);
const within = concatenated(silent, sound, silent);
const begins = silent.length * ITEM_SECONDS + ITEM_SPAN_SECONDS;
const ends = (silent.length + sound.length) * ITEM_SECONDS;

describe('the sound of a track', () => {
  it('starts at the end of the first non-silent sub-fingerprint', () => {
    for (const near of [begins - 0.9, begins, begins + 0.9])
      expect(soundBegins(within, near)).toBeCloseTo(begins);
  });

  it('ends at the start of the first silent item after it', () => {
    for (const near of [ends - 0.9, ends, ends + 0.9]) expect(soundEnds(within, near)).toBeCloseTo(ends);
  });

  it('neither starts nor ends far from silence', () => {
    expect([soundBegins(within, begins + 1.1), soundEnds(within, ends - 1.1)]).toEqual([
      undefined,
      undefined,
    ]);
    expect([soundBegins(sound, 3), soundEnds(sound, 5)]).toEqual([undefined, undefined]);
  });
});

it.each([231, 7])(
  'the ends of a copy surrounded by silence are accurate to half a second: track %i',
  async (number) => {
    const { channels, range } = await copyOf(number, 'within silence', 15);
    const index = new MemoryIndex(await fingerprintsOf([track(number, 60)]));
    const fingerprints = await fingerprintsOf(channels, { speeds: SPEEDS });
    const submitted = fingerprints.map((fingerprint, at) => ({ speed: SPEEDS[at] ?? 1, fingerprint }));
    const [found] = search(index, submitted).flatMap((each) => each.sound?.ranges ?? []);
    for (const end of ['start', 'end', 'matchedStart', 'matchedEnd'] as const)
      expect(Math.abs((found?.[end] ?? 0) - range[end]), end).toBeLessThan(0.5);
  },
);
