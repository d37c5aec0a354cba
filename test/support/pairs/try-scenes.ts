/** Tests of the pairs of prepared catalogues. */
import { expect, it } from 'vitest';
import { type Exploration, type Explored, explorePairs } from './pairs.ts';
import type { SceneName } from './scenes/scenes.ts';
import { type PreparedScene, withPairs } from './stage.ts';
import { tell, tellFault } from './tell.ts';

const LONGEST_MS = 3_600_000;

interface Trying extends Exploration {
  /** Pairs unless told otherwise. */
  readonly explore?: (scene: PreparedScene, exploration: Exploration) => Promise<Explored>;
  /** What is tried, such as `pairs`. */
  readonly what: string;
}

/** Call it in a file. */
export function tryScenes(
  names: readonly SceneName[],
  { explore = explorePairs, what, ...how }: Trying,
): void {
  const { prepareScene } = withPairs();
  it.each(names)(
    `concurrent operations in the catalogue "%s" give the result of some serial order`,
    async (name) => {
      const scene = await prepareScene(name);
      const start = performance.now();
      const explored = await explore(scene, { ...how, onFault: tellFault });
      tell(`${what} in the catalogue "${name}"`, explored, start);
      expect(explored.tally.runs).toBeGreaterThan(100);
      expect(explored.faults).toEqual([]);
    },
    LONGEST_MS,
  );
}
