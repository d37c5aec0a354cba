import { describe, expect, it } from 'vitest';
import { farthestOn, mostMoved, movesBeside } from '../../../../shared/catalogue/rules/place-moves.ts';
import { SeededRandom } from '../../../support/catalogue/random.ts';

describe('the limit of a move', () => {
  it('falls with each album on which the track moves', () => {
    expect([1, 2, 3, 4, 8, 9, 20].map(mostMoved)).toEqual([40, 35, 29, 24, 2, 0, 0]);
  });

  it('is reached at the place that the error names, also with gaps', () => {
    const random = new SeededRandom(17);
    for (let round = 0; round < 500; round++) {
      const orders = new Set(Array.from({ length: 60 }, () => random.between(1, 200)));
      const [from = 0, ...rest] = orders;
      const others = rest.map((order) => ({ id: String(order), disc: 1, order }));
      const to = { disc: 1, order: random.between(1, 200) };
      const most = random.between(1, 40);
      const moved = (order: number) =>
        movesBeside(others, { from: { disc: 1, order: from }, to: { disc: 1, order } });
      const moves = moved(to.order);
      if (moves.length <= most) continue;
      const farthest = farthestOn(moves, { from: { disc: 1, order: from }, to, most });
      const order = farthest?.order ?? 0;
      expect(moved(order)).toHaveLength(most);
      // The place of the next one is one too many.
      const next = rest.filter((each) => Math.sign(each - order) === Math.sign(to.order - from));
      const nearest = next.toSorted((one, other) => Math.abs(one - order) - Math.abs(other - order))[0] ?? 0;
      expect(moved(nearest)).toHaveLength(most + 1);
    }
  });

  it('names no place on another disc', () => {
    const slots = { from: { disc: 1, order: 1 }, to: { disc: 2, order: 1 }, most: 1 };
    expect(farthestOn([], slots)).toBeUndefined();
  });
});
