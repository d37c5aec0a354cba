import { afterEach, expect, test, vi } from 'vitest';
import { EnvironmentLimit } from '../../../bin/local/lambda/environment-limit.ts';

afterEach(() => void vi.useRealTimers());

/** A limit with two idle environments, which is all that it allows. */
function fullLimit() {
  vi.useFakeTimers({ toFake: ['performance'] });
  const limit = new EnvironmentLimit(2);
  const ended: string[] = [];
  for (const name of ['first', 'second']) {
    const environment = { name };
    limit.busy(environment);
    limit.idle(environment, () => {
      ended.push(name);
      limit.ended(environment);
    });
  }
  return { limit, ended };
}

test("a function's first environment replaces the least recently used idle one", () => {
  const { limit, ended } = fullLimit();
  expect(limit.hasRoom(true, () => {})).toBe(true);
  expect(ended).toEqual(['first']);
});

test('a further environment replaces only one that has been idle for a while', () => {
  const { limit, ended } = fullLimit();
  expect(limit.hasRoom(false, () => {})).toBe(false);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(3000);
  expect(limit.hasRoom(false, () => {})).toBe(true);
  expect(ended).toEqual(['first']);
});

test('busy environments are kept, and waiting functions retry once one is idle', () => {
  const limit = new EnvironmentLimit(1);
  const environment = {};
  limit.busy(environment);
  const tried: string[] = [];
  for (const name of ['one', 'other']) expect(limit.hasRoom(true, () => tried.push(name))).toBe(false);
  limit.idle(environment, () => limit.ended(environment));
  expect(tried).toEqual(['one', 'other']);
  expect(limit.hasRoom(true, () => {})).toBe(true);
});
