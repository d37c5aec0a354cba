import { expect, it } from 'vitest';
import {
  chosenFor,
  type OwnedCandidate,
} from '../../../../../shared/matching/rules/sound/chosen-candidates.ts';

const candidates = (ownerId: string, ids: readonly number[]): OwnedCandidate[] =>
  ids.map((id) => ({ trackId: String(id), ownerId, alignments: [] }));
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const idsOf = (chosen: readonly OwnedCandidate[]) => chosen.map(({ trackId }) => Number(trackId));

it("an owner's own tracks do not displace those of others", () => {
  const own = candidates('1', numbers(0, 300));
  const others = candidates('2', numbers(1000, 30));
  expect(idsOf(chosenFor('1', [...own, ...others]))).toEqual([...numbers(1000, 24), ...numbers(0, 8)]);
});

it('the likeliest 24 candidates are chosen if they are of other owners', () => {
  expect(idsOf(chosenFor('1', candidates('2', numbers(0, 30))))).toEqual(numbers(0, 24));
  expect(idsOf(chosenFor('1', [...candidates('2', numbers(0, 24)), ...candidates('1', [99])]))).toEqual(
    numbers(0, 24),
  );
});

it('own tracks are chosen if there are few others', () => {
  const few = [...candidates('1', [1]), ...candidates('2', [2]), ...candidates('1', [3])];
  expect(idsOf(chosenFor('1', few))).toEqual([2, 1, 3]);
});
