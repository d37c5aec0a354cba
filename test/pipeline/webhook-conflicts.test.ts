/** Delivers a webhook event while each write meets transaction conflicts. */
import { afterAll, expect, it } from 'vitest';
import { newConflicts } from '../support/conflicts.ts';
import { announce, delivery, endpointResponding, pass, settle, usePipeline } from './pipeline.ts';

const conflicts = newConflicts();
usePipeline({}, conflicts.start);
afterAll(conflicts.stop);

it.each([
  ['one endpoint', 1],
  ['each of three endpoints', 3],
])('an event is sent once to %s although every write conflicts twice', async (_, count) => {
  const endpoints = [];
  for (let number = 0; number < count; number++) endpoints.push(await endpointResponding(204));
  conflicts.perWrite = 2;
  const { id } = announce();
  await settle();
  pass(2);
  await settle();
  conflicts.perWrite = 0;
  expect(endpoints.map(({ received }) => received.length)).toEqual(endpoints.map(() => 1));
  expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
  expect(conflicts.met.size).toBeGreaterThan(0);
});
