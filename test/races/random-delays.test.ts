/**
 * Operations that take long, or that were found to disturb each other, of two clients. Each begins at a random moment of the
 * other. ROUNDS=200 tries each of them two hundred times.
 */
import { writeSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SeededRandom } from '../support/catalogue/random.ts';
import { seed } from '../support/long-run.ts';
import { randomRounds } from '../support/pairs/random-rounds.ts';
import type { SceneName } from '../support/pairs/scenes/scenes.ts';
import { type PreparedScene, withPairs } from '../support/pairs/stage.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 20);
const LONGEST_MS = 3_600_000;

const pairs: Readonly<Partial<Record<SceneName, readonly (readonly [string, string])[]>>> = {
  large: [
    ['DELETE /tracks/{id}', 'POST /distribution-requests to delivery'],
    ['DELETE /albums/{id} of the second', 'POST /album-tracks on the other album'],
    ['DELETE /albums/{id} of the second', 'PATCH /tracks/{id} that moves it'],
    ['approve-request', 'reject-request'],
  ],
  organization: [
    ['POST /oauth/token', 'reset-password'],
    ['POST /oauth/token', 'POST /auth/password'],
    ['import-usage', 'import-usage'],
    ['import-usage', 'import-usage under another name'],
  ],
  rejected: [['requeue-request', 'requeue-request']],
};

const { prepareScene } = withPairs();
const operationIn = ({ all }: PreparedScene, name: string) => {
  const found = all.find(({ operation }) => operation.name === name);
  if (!found) throw new Error(`There is no operation ${name} in the catalogue.`);
  return found.operation;
};

it.each(Object.entries(pairs) as [SceneName, readonly (readonly [string, string])[]][])(
  'operations in the catalogue "%s" that begin at random times give the result of a serial order',
  async (name, wanted) => {
    const scene = await prepareScene(name);
    const random = new SeededRandom(seed);
    const faults: string[] = [];
    for (const [one, other] of wanted) {
      const two = [operationIn(scene, one), operationIn(scene, other)] as const;
      const found = await randomRounds(scene.prepared, two, { rounds: ROUNDS, random });
      const ends = [...found.ended].map(([outcomes, count]) => `${count} ${outcomes}`).join('; ');
      writeSync(1, `${one}, ${other}: ${found.faults.length} of ${ROUNDS} in another way. ${ends}\n`);
      faults.push(...found.faults);
    }
    expect(faults).toEqual([]);
  },
  LONGEST_MS,
);
