/** Four writers of one organization read the list after each write, while it is folded. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { forget } from '../../../../shared/kit/lists/list-memory.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { foldList, pass } from '../../../support/fold-list.ts';
import { withBucket } from '../../../support/stores/local-bucket.ts';
import { withTable } from '../../../support/table.ts';

withTable();
withBucket();
afterAll(() => void vi.useRealTimers());

const WRITERS = 4;
const ROUNDS = 12;
/** Rounds that each writer has ended. */
const ended = Array.from({ length: WRITERS }, () => 0);

const labelOf = (name: string) => ({ data: { type: 'labels', attributes: { name } } });

async function namesOf({ token }: Person, path = '/labels?page[size]=100&sort=-name'): Promise<string[]> {
  const { body } = await call(labels, 200, { path, token });
  return body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
}

/** @returns the names of its labels in the end. */
async function write(ada: Person, writer: number): Promise<string[]> {
  const { token } = ada;
  const own = new Map<string, string>();
  const expectOwn = async () => {
    const names = (await namesOf(ada)).filter((name) => name.startsWith(`${writer}.`));
    expect(names).toEqual([...own.values()].toSorted().reverse());
  };
  for (let round = 10; round < 10 + ROUNDS; round++) {
    const body = labelOf(`${writer}.${round}`);
    const made = await call(labels, 201, { method: 'POST', path: '/labels', token, body });
    const { id } = made.body.data;
    own.set(id, `${writer}.${round}`);
    await expectOwn();
    const path = `/labels/${id}`;
    const { data } = labelOf(`${writer}.${round}.changed`);
    await call(labels, 200, { method: 'PATCH', path, token, body: { data: { ...data, id } } });
    own.set(id, data.attributes.name);
    await expectOwn();
    ended[writer] = round;
    if (round % 3 > 0) continue;
    await call(labels, 204, { method: 'DELETE', path, token });
    own.delete(id);
    await expectOwn();
  }
  return [...own.values()];
}

/** Until each writer has ended a round, so that the clock is not set forward twice during one write. */
async function roundsOfAll(): Promise<void> {
  const before = [...ended];
  const isWaiting = () =>
    ended.some((round, writer) => round < Number.POSITIVE_INFINITY && round === before[writer]);
  while (isWaiting()) await wait(1);
}

it('a list shows each writer its own writes during other writes and folds', async () => {
  const ada = await newAdmin();
  const bert = await newAdmin();
  await call(labels, 201, { method: 'POST', path: '/labels', token: bert.token, body: labelOf('Other') });
  await foldList('labels', ada.userId);
  await foldList('labels', bert.userId);
  const writers = Promise.all(
    Array.from({ length: WRITERS }, (_, writer) =>
      write(ada, writer).finally(() => {
        ended[writer] = Number.POSITIVE_INFINITY;
      }),
    ),
  );
  let folds = 0;
  for (; ended.some((round) => round < Number.POSITIVE_INFINITY); folds++) {
    pass(12);
    await foldList('labels', ada.userId);
    if (folds % 2 === 0) forget({ type: 'labels', ownerId: ada.userId, layout: '' });
    await roundsOfAll();
  }
  expect(folds).toBeGreaterThan(3);
  const names = (await writers).flat();
  expect((await namesOf(ada)).toSorted()).toEqual(names.toSorted());
  expect(await namesOf(bert)).toEqual(['Other']);
});
