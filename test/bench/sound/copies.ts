/** Copies of catalogue tracks as fraudsters make them, each with the range that a search should find. */
import type { TimeRange } from '../../../shared/matching/rules/sound/equal-ranges.ts';
import { cut, equalized, faster, joined, mixed, silence } from '../../support/audio/corpus/alterations.ts';
import { RATE } from '../../support/audio/corpus/instruments.ts';
import { asMp3, MP3_RATE } from '../../support/audio/corpus/mp3.ts';
import { track } from '../../support/audio/corpus/tracks.ts';
import { SeededRandom } from '../../support/catalogue/random.ts';
import { SECONDS } from './catalogue.ts';

export interface Copy {
  readonly channels: readonly Float32Array[];
  readonly rate: number;
  /** The range that is taken from the track of the catalogue. */
  readonly range: TimeRange;
}

interface Excerpt {
  readonly samples: Float32Array;
  readonly range: TimeRange;
  readonly random: SeededRandom;
  /** A track that is not in the catalogue. */
  readonly other: () => Float32Array;
}

type Alteration = (excerpt: Excerpt) => Copy | Promise<Copy>;

/** Tracks from this number on are in no catalogue. */
export const UNRELEASED = 1_000_000;

const mono = (samples: Float32Array, range: TimeRange): Copy => ({ channels: [samples], rate: RATE, range });

const atSpeed =
  (factorOf: (random: SeededRandom) => number): Alteration =>
  ({ samples, range, random }) => {
    const factor = factorOf(random);
    return mono(faster(samples, factor), { ...range, end: range.end / factor });
  };

const withOther =
  (level: number): Alteration =>
  ({ samples, range, other }) =>
    mono(mixed(samples, other(), level), range);

const asMp3At =
  (kilobits: 64 | 96): Alteration =>
  async ({ samples, range }) => ({ channels: await asMp3(samples, kilobits), rate: MP3_RATE, range });

const moved = (range: TimeRange, by: number): TimeRange => ({
  ...range,
  start: range.start + by,
  end: range.end + by,
});

const withinSilence: Alteration = ({ samples, range, random }) => {
  const seconds = 3 + random.next() * 12;
  return mono(joined(silence(seconds), samples, silence(3 + random.next() * 5)), moved(range, seconds));
};

const withinOther: Alteration = ({ samples, range, random, other }) => {
  const before = 8 + random.next() * 5;
  const around = other();
  return mono(joined(cut(around, 3, before), samples, cut(around, 30, 10)), moved(range, before));
};

/** Shorter than the time that a sub-fingerprint describes. */
const afterOther: Alteration = ({ samples, range, random, other }) => {
  const before = 0.5 + random.next() * 2;
  return mono(joined(cut(other(), 3, before), samples), moved(range, before));
};

/** Up to 10 dB, in four bands. */
const equalizer: Alteration = ({ samples, range }) =>
  mono(
    equalized(samples, [
      { frequency: 100, gain: 8, quality: 0.8 },
      { frequency: 500, gain: -8, quality: 1 },
      { frequency: 1500, gain: 6, quality: 1 },
      { frequency: 3000, gain: -10, quality: 0.8 },
    ]),
    range,
  );

const tone: Alteration = ({ samples, range }) =>
  mono(
    equalized(samples, [
      { frequency: 100, gain: 4, quality: 0.8 },
      { frequency: 3000, gain: -4, quality: 0.8 },
    ]),
    range,
  );

const within2 = atSpeed((random) => 0.98 + random.next() * 0.04);

/** A copy that was made to deceive: at another speed, with an equalizer, as a file of low quality. */
const disguised: Alteration = async (excerpt) => {
  const { channels, range } = await within2(excerpt);
  const [samples = new Float32Array()] = channels;
  return asMp3At(64)({
    ...excerpt,
    samples: (await tone({ ...excerpt, samples })).channels[0] ?? samples,
    range,
  });
};

export const alterations = {
  none: ({ samples, range }) => mono(samples, range),
  'MP3, 64 kbit/s': asMp3At(64),
  '2 % faster': atSpeed(() => 1.02),
  '2 % slower': atSpeed(() => 0.98),
  'other speed within 2 %': within2,
  'tone controls, 4 dB': tone,
  'equalizer, 10 dB': equalizer,
  'within silence': withinSilence,
  'within other audio': withinOther,
  'after 0.5 to 2.5 s of other audio': afterOther,
  'other track, -6 dB': withOther(-6),
  'other track, 0 dB': withOther(0),
  'speed, tone and MP3': disguised,
} satisfies Record<string, Alteration>;

export type AlterationName = keyof typeof alterations;

/** @param number of the track in the catalogue. */
export async function copyOf(number: number, name: AlterationName, seconds: number): Promise<Copy> {
  const random = new SeededRandom(number + 77);
  const from = 3 + random.next() * (SECONDS - seconds - 6);
  const samples = cut(track(number, SECONDS), from, seconds);
  const range = { start: 0, end: seconds, matchedStart: from, matchedEnd: from + seconds };
  // Of the same kind.
  const other = () => cut(track(UNRELEASED / 2 + number, SECONDS), 0, Math.max(seconds, 40));
  return alterations[name]({ samples, range, random, other });
}
