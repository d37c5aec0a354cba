/** How long work waits for a place, alone and among much work of one owner. */
import { describe, expect, it } from 'vitest';
import { CLAIM_SECONDS } from '../../../../shared/kit/work/claim.ts';
import { waitSeconds } from '../../../../shared/kit/work/hold.ts';

describe('work that waits for a slot', () => {
  it('waits a random time, so that simultaneous returns spread out', () => {
    expect([waitSeconds(0, 0), waitSeconds(0, 1)]).toEqual([1, 3]);
  });

  it("asks again within a claim's life, so that a crash delays it under two minutes", () => {
    expect(waitSeconds(1000, 1)).toBeLessThanOrEqual(CLAIM_SECONDS);
  });

  it.each([
    { count: 12, seconds: 1, slots: 2 },
    { count: 60, seconds: 1.4, slots: 2 },
    { count: 150, seconds: 0.5, slots: 2 },
    { count: 30, seconds: 2, slots: 1 },
    { count: 300, seconds: 30, slots: 12 },
  ])('leaves slots empty only briefly: $count jobs of $seconds s at $slots slots', (works) => {
    const ideal = (works.count * works.seconds) / works.slots;
    expect(timeOf(works)).toBeLessThan(1.8 * ideal + 6);
  });

  it('asks about twice a minute while others hold the slots', () => {
    let asked = 0;
    let seconds = 0;
    for (; seconds < 3600; asked++) seconds += waitSeconds(asked, 0.5);
    expect(asked).toBeLessThan(140);
  });
});

/** @returns the seconds until all jobs of one owner that started together are done. */
function timeOf({ count, seconds, slots }: { count: number; seconds: number; slots: number }): number {
  const waiting = Array.from({ length: count }, () => ({ at: 0, waits: 0 }));
  let working: number[] = [];
  let random = 0.5;
  for (;;) {
    const work = waiting.sort((one, other) => one.at - other.at).shift();
    if (!work) return Math.max(...working);
    const { at, waits } = work;
    working = working.filter((end) => end > at);
    random = (random * 16_807 + 0.137) % 1;
    if (working.length < slots) working.push(at + seconds);
    else waiting.push({ at: at + waitSeconds(waits, random), waits: waits + 1 });
  }
}
