/** Two operations of which each begins at a random moment of the other, and that go on as fast as they can. */
import type { SeededRandom } from '../catalogue/random.ts';
import { faultText } from './fault-text.ts';
import {
  END,
  type Prepared,
  type Result,
  runSegments,
  runTogether,
  type Segment,
  textOf,
} from './interleavings.ts';
import type { Operation } from './operation.ts';

export type Two = readonly [Operation, Operation];

interface Rounds {
  /** Sentences. */
  readonly faults: readonly string[];
  /** How often the operations came out as each of their orders does. */
  readonly ended: ReadonlyMap<string, number>;
}

const shown = ({ outcomes }: Result): string => outcomes.join(' | ');

/** What comes out of both orders; also when both requests are admitted before the first goes on. */
async function inOrder(prepared: Prepared, two: Two): Promise<Result[]> {
  const results: Result[] = [];
  for (const [first, second] of [
    [0, 1],
    [1, 0],
  ] as const)
    for (const admitted of [0, 1])
      results.push(
        await runSegments(prepared, two, [
          [first, admitted],
          [second, admitted],
          [first, END],
          [second, END],
        ]),
      );
  return results;
}

export async function randomRounds(
  prepared: Prepared,
  two: Two,
  { rounds, random }: { readonly rounds: number; readonly random: SeededRandom },
): Promise<Rounds> {
  const start = performance.now();
  const orders = await inOrder(prepared, two);
  /** As long as both take one after the other, so that each can begin at each moment of the other. */
  const most = Math.ceil((performance.now() - start) / orders.length);
  const legal = new Set(orders.map(textOf));
  const faults: string[] = [];
  const ended = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const delay = random.between(-most, most);
    const found = await runTogether(prepared, two, [Math.max(0, -delay), Math.max(0, delay)]);
    ended.set(shown(found), (ended.get(shown(found)) ?? 0) + 1);
    if (!legal.has(textOf(found))) {
      const segments = two.map((_, index): Segment => [index, END]);
      faults.push(faultText({ operations: two.map(({ name }) => name), segments, found, legal: orders }));
    }
  }
  return { faults, ended };
}
