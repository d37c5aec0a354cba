/** What the sender and the sweep ask of the table, held against what their roles allow. */
import { beforeAll, expect, it } from 'vitest';
import { functionList } from '../../infra/function-list.ts';
import { dynamo } from '../../shared/table/client.ts';
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

/** Actions, and queries of indexes, since somebody listens. */
let asked = new Set<string>();

beforeAll(() => {
  dynamo().middlewareStack.add(
    (next, { commandName = '' }) =>
      (call) => {
        const { IndexName, TransactItems } = call.input as { IndexName?: string; TransactItems?: object[] };
        // A transaction needs the permission of each of its items, and none of its own.
        const actions = TransactItems?.flatMap((item) => Object.keys(item).map((kind) => `${kind}Item`));
        const action = commandName.replace(/Command$/, '');
        for (const each of actions ?? [IndexName ? `${action} ${IndexName}` : action]) asked.add(each);
        return next(call);
      },
    { step: 'initialize' },
  );
});

function allowed(name: string): string[] {
  const { actions = [], indexes = [] } = functionList([]).get(name)?.table ?? {};
  return [...actions, ...indexes.map((index) => `Query ${index}`)].sort();
}

/** What the work asks, and nothing before or after it. */
async function askedBy(work: () => Promise<void>, so: Set<string>): Promise<void> {
  asked = so;
  await work();
  asked = new Set();
}

it('the sender uses all that it may, and no more', async () => {
  const used = new Set<string>();
  const failing = await endpointAnswering(500, 204);
  const leaving = await endpointAnswering(500);
  await publish(await askForTest(failing.id));
  announce();
  await askedBy(settle, used);
  await remove(leaving.id);
  pass(5);
  await askedBy(settle, used);
  expect([...used].sort()).toEqual(allowed('send-webhooks'));
});

it('the sweep uses all that it may, and no more', async () => {
  const used = new Set<string>();
  await askForTest((await endpointAnswering(204)).id);
  await askedBy(sweep, used);
  expect([...used].sort()).toEqual(allowed('sweep'));
});
