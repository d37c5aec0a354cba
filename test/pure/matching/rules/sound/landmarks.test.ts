import { describe, expect, it } from 'vitest';
import {
  blockOf,
  landmarksOf,
  probesOf,
  restOf,
} from '../../../../../shared/matching/rules/sound/landmarks.ts';
import { steadiestFirst } from '../../../../../shared/matching/rules/sound/sub-fingerprint.ts';
import { concatenated, syntheticFingerprint } from '../../../../support/audio/synthetic-fingerprint.ts';

const long = syntheticFingerprint(1, 3000);

it('block and rest together make up a landmark', () => {
  const [landmark] = landmarksOf(long, 1);
  expect(landmark && blockOf(landmark) * 4096 + restOf(landmark)).toBe(landmark?.bits);
  expect(blockOf({ bits: 0xffffffff })).toBe(2 ** 20 - 1);
});

/** How many bits of the block differ from those beside it, as the text of the numbers shows. */
function changesAt(fingerprint: Uint32Array, position: number): number {
  const blockAt = (at: number) =>
    steadiestFirst(fingerprint[Math.min(Math.max(at, 0), fingerprint.length - 1)] ?? 0)
      .toString(2)
      .padStart(32, '0')
      .slice(0, 20);
  const own = blockAt(position);
  const differing = (other: string) => [...own].filter((bit, index) => bit !== other[index]).length;
  return differing(blockAt(position - 1)) + differing(blockAt(position + 1));
}

describe('landmarks', () => {
  const positionsOf = (fingerprint: Uint32Array, most = 10_000) =>
    landmarksOf(fingerprint, most).map(({ position }) => position);

  it('are where the sound changes least among neighboring positions', () => {
    const positions = positionsOf(long);
    for (const position of positions)
      for (const other of [position - 2, position - 1, position + 1])
        if (other >= 0 && other < long.length)
          expect(changesAt(long, position)).toBeLessThanOrEqual(changesAt(long, other));
    for (const { position, bits } of landmarksOf(long, 10_000))
      expect(bits).toBe(steadiestFirst(long[position] ?? 0));
  });

  it('are under a quarter of the positions of a changing sound, which bounds the cost', () => {
    for (const seed of [1, 2, 3]) {
      const share = positionsOf(syntheticFingerprint(seed, 3000)).length / 3000;
      expect(share).toBeGreaterThan(0.2);
      expect(share).toBeLessThan(0.25);
    }
  });

  it('mark only the start of a sustained sound', () => {
    const silence = new Uint32Array(1000).fill(627_964_279);
    expect(positionsOf(silence)).toEqual([0]);
    const within = positionsOf(concatenated(long.slice(0, 40), silence, long.slice(40, 80)));
    expect(within.filter((position) => position > 41 && position < 1038)).toEqual([]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [10, 4],
  ])('grow with the track: %d sub-fingerprints have %d', (length, count) =>
    expect(landmarksOf(long.slice(0, length), 200)).toHaveLength(count),
  );

  it.each([0, 1, 7, 200])('are at most %d, spread over the whole track', (most) => {
    const positions = positionsOf(long, most);
    expect(positions).toHaveLength(most);
    expect(positions).toEqual(positions.toSorted((left, right) => left - right));
    const gaps = positions.slice(1).map((position, index) => position - (positions[index] ?? 0));
    expect(Math.max(0, ...gaps)).toBeLessThanOrEqual((2 * long.length) / Math.max(1, most) + 16);
  });

  it('are the same in an excerpt, except at its ends', () => {
    const whole = positionsOf(long).filter((position) => position >= 1006 && position < 2000);
    const excerpt = positionsOf(long.slice(1003, 2003)).map((position) => position + 1003);
    expect(excerpt.filter((position) => position >= 1006 && position < 2000)).toEqual(whole);
  });
});

describe('probes', () => {
  const speeds = Array.from({ length: 5 }, () => long);

  it("number 500 at the track's speed and 75 at every other speed", () => {
    const counts = Map.groupBy(probesOf(speeds), ({ speed }) => speed);
    expect([0, 1, 2, 3, 4].map((speed) => counts.get(speed)?.length)).toEqual([500, 75, 75, 75, 75]);
  });

  it.each([0, 1, 2, 10, 90])('cover all of %d sub-fingerprints, steadiest first', (length) => {
    const short = long.slice(0, length);
    const own = probesOf([short, short]).filter(({ speed }) => speed === 0);
    const positions = own.slice(0, length).map(({ landmark }) => landmark.position);
    expect(positions.toSorted((left, right) => left - right)).toEqual(Array.from(short, (_, index) => index));
    const changes = positions.map((position) => changesAt(short, position));
    expect(changes).toEqual(changes.toSorted((left, right) => left - right));
    expect(own.length).toBeLessThanOrEqual(500);
  });

  it('include variants with a changed bit that also changes next to the landmark', () => {
    const sub = 0b1010;
    // Bit 5 is the 16th steadiest, and bit 4 the 32nd, which does not name a block.
    const fingerprint = Uint32Array.of(sub, sub ^ (2 ** 5 + 2 ** 4), sub ^ (2 ** 5 + 2 ** 4));
    const [first, second, ...variants] = probesOf([fingerprint]).map(({ landmark }) => landmark);
    expect([first?.position, second?.position].toSorted()).toEqual([0, 1]);
    expect(variants.toSorted((left, right) => left.position - right.position)).toEqual([
      { position: 0, bits: steadiestFirst(sub ^ (2 ** 5)) },
      { position: 1, bits: steadiestFirst(sub ^ (2 ** 4)) },
    ]);
  });
});
