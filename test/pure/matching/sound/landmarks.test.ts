import { describe, expect, it } from 'vitest';
import { blockOf, landmarksOf, probesOf, restOf } from '../../../../shared/matching/sound/rules/landmarks.ts';
import { steadiestFirst } from '../../../../shared/matching/sound/rules/sub-fingerprint.ts';
import { concatenated, syntheticFingerprint } from '../../../support/audio/synthetic-fingerprint.ts';

const long = syntheticFingerprint(1, 3000);

it('block and rest together are the bits of a landmark', () => {
  const [landmark] = landmarksOf(long, 1);
  expect(landmark && blockOf(landmark) * 4096 + restOf(landmark)).toBe(landmark?.bits);
  expect(blockOf({ bits: 0xffffffff })).toBe(2 ** 20 - 1);
});

describe('landmarks', () => {
  it('are all sub-fingerprints of a short track, in order', () => {
    const some = long.slice(0, 50);
    expect(landmarksOf(some, 50)).toEqual(
      Array.from(some, (sub, position) => ({ position, bits: steadiestFirst(sub) })),
    );
  });

  it('mark only the beginning of a sound that lasts', () => {
    const silence = new Uint32Array(1000).fill(627_964_279);
    expect(landmarksOf(silence, 100)).toHaveLength(1);
    expect(landmarksOf(concatenated(long.slice(0, 3), silence, long.slice(3, 5)), 100)).toHaveLength(6);
  });

  it.each([0, 1, 2, 10])('are none or few in a track of %d sub-fingerprints', (length) =>
    expect(landmarksOf(long.slice(0, length), 200)).toHaveLength(length),
  );

  it.each([0, 1, 7, 200, 2999])('are at most %d, spread over the whole track', (most) => {
    const landmarks = landmarksOf(long, most);
    expect(landmarks).toHaveLength(most);
    const positions = landmarks.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((left, right) => left - right));
    const gaps = positions.slice(1).map((position, index) => position - (positions[index] ?? 0));
    expect(Math.max(0, ...gaps)).toBeLessThanOrEqual((2 * long.length) / Math.max(1, most) + 1);
  });

  it('are mostly the same ones in an excerpt', () => {
    const whole = new Set(landmarksOf(long, 600).map(({ bits }) => bits));
    const excerpt = landmarksOf(long.slice(1003, 2003), 200);
    expect(excerpt.filter(({ bits }) => whole.has(bits)).length).toBeGreaterThan(100);
  });
});

describe('probes', () => {
  const speeds = Array.from({ length: 5 }, () => long);

  it('number 500 at the speed of the track, and 75 at every other speed', () => {
    const counts = Map.groupBy(probesOf(speeds), ({ speed }) => speed);
    expect([0, 1, 2, 3, 4].map((speed) => counts.get(speed)?.length)).toEqual([500, 75, 75, 75, 75]);
  });

  it.each([0, 1, 2, 10, 90])('of a track of %d sub-fingerprints have each of its landmarks', (length) => {
    const short = long.slice(0, length);
    const own = probesOf([short, short]).filter(({ speed }) => speed === 0);
    expect(own.slice(0, length).map(({ landmark }) => landmark)).toEqual(landmarksOf(short, 200));
    expect(own.length).toBeLessThanOrEqual(500);
  });

  it('include variants in which a bit is changed that also changes beside the landmark', () => {
    const sub = 0b1010;
    // Bit 5 is the 16th steadiest, and bit 4 the 32nd, which does not name a block.
    const fingerprint = Uint32Array.of(sub, sub ^ (2 ** 5 + 2 ** 4), sub ^ (2 ** 5 + 2 ** 4));
    const [first, second, ...variants] = probesOf([fingerprint]).map(({ landmark }) => landmark);
    expect(variants).toEqual([
      { position: 0, bits: steadiestFirst(sub ^ (2 ** 5)) },
      { position: 1, bits: steadiestFirst(sub ^ (2 ** 4)) },
    ]);
    expect([first?.position, second?.position]).toEqual([0, 1]);
  });
});
