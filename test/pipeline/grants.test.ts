/** The table accesses of the sender and the sweep, compared with what their roles allow. */
import { beforeAll, expect, it } from 'vitest';
import { type FunctionNeeds, functionList } from '../../infra/function-list.ts';
import {
  type Access,
  actionsOf,
  askedBy,
  hearTable,
  isLike,
  patternsFor,
  refused,
} from '../support/grants.ts';
import {
  announce,
  askForTest,
  endpointAnswering,
  pass,
  publish,
  remove,
  settle,
  sweep,
  usePipeline,
} from './pipeline.ts';

usePipeline();
beforeAll(hearTable);

function needsOf(name: string): FunctionNeeds {
  const needs = functionList([]).get(name);
  if (!needs) throw new Error(`No function is called ${name}.`);
  return needs;
}

/** No action and no partition more, and none less. */
function expectAllUsed(accesses: readonly Access[], needs: FunctionNeeds): void {
  expect(refused(accesses, needs)).toEqual([]);
  const actions = new Set(accesses.map(({ action }) => action));
  expect([...actions].sort()).toEqual(actionsOf(needs).sort());
  for (const kind of ['GetItem', 'PutItem']) {
    const patterns = patternsFor(kind, needs) ?? [];
    const others = patterns.filter(
      (pattern) => !accesses.some(({ partition = '' }) => isLike(partition, pattern)),
    );
    expect(others).toEqual([]);
  }
}

it('the sender uses all its permissions, and needs no others', async () => {
  const failing = await endpointAnswering(500, 204);
  const leaving = await endpointAnswering(500);
  await publish(await askForTest(failing.id));
  announce();
  const first = await askedBy(settle);
  await remove(leaving.id);
  pass(5);
  const second = await askedBy(settle);
  expectAllUsed([...first, ...second], needsOf('send-webhooks'));
});

it('the sweep uses all its permissions, and needs no others', async () => {
  await askForTest((await endpointAnswering(204)).id);
  expectAllUsed(await askedBy(sweep), needsOf('sweep'));
});
