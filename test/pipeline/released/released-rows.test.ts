/** This version on the rows of the last release: what people see is what they saw. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Person } from '../../support/calls.ts';
import { stopReceivers } from '../../support/receivers.ts';
import { startHosts } from './hosts.ts';
import { newerKinds, withoutSample } from './newer-kinds.ts';
import { missingKinds } from './row-kinds.ts';
import { lastRelease, loadRelease, rowsIn, shownIn, stageIn } from './rows-file.ts';
import { routeOf, type Shown, shown } from './shown.ts';
import { useWholeStage } from './stage.ts';

const folder = lastRelease();
const { at, people } = stageIn(folder);
useWholeStage(new Date(at));
let expected: readonly Shown[];
beforeAll(async () => {
  const hosts = await startHosts();
  await loadRelease(folder, hosts);
  expected = shownIn(folder, hosts);
});
afterAll(() => stopReceivers());

function personOf(id: string): Person {
  const person = people.find(({ userId }) => userId === id);
  if (!person) throw new Error(`The release has no person ${id}.`);
  return person;
}

it('the sample of the last release has every kind of row that existed then', async () => {
  expect((await missingKinds(rowsIn(folder))).toSorted()).toEqual(
    [...newerKinds, ...withoutSample].toSorted(),
  );
});

it('every GET on rows of the last release returns what it returned then, with its tokens', async () => {
  const differing: unknown[] = [];
  for (const was of expected) {
    const is = await shown(personOf(was.person), routeOf(was.path), was.path);
    try {
      expect(is).toMatchObject(was);
    } catch {
      differing.push({ was, is });
    }
  }
  expect(differing).toEqual([]);
  expect(expected.filter(({ status }) => status >= 500)).toEqual([]);
});
