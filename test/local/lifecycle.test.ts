import { expect, test } from 'vitest';
import { type Service, Services } from '../../infra/local/host/lifecycle.ts';

function recorded() {
  const calls: string[] = [];
  const service = (name: string, fails?: 'start' | 'end'): Service<string> => {
    const run = (call: 'start' | 'end') => {
      calls.push(`${call} ${name}`);
      if (call === fails) throw new Error(`${call} of ${name}`);
      return name;
    };
    return { start: () => run('start'), end: async (running) => run(running === name ? 'end' : 'start') };
  };
  return { calls, service };
}

test('services end in the reverse order of their start, and only once', async () => {
  const { calls, service } = recorded();
  const services = new Services();
  for (const name of ['a', 'b', 'c']) expect(await services.start(service(name))).toBe(name);
  await services.end();
  await services.end();
  expect(calls).toEqual(['start a', 'start b', 'start c', 'end c', 'end b', 'end a']);
});

test('a service that does not start is not ended', async () => {
  const { calls, service } = recorded();
  const services = new Services();
  await services.start(service('a'));
  await expect(services.start(service('b', 'start'))).rejects.toThrow('start of b');
  await services.end();
  expect(calls).toEqual(['start a', 'start b', 'end a']);
});

test('a service that fails to end does not keep the others running', async () => {
  const { calls, service } = recorded();
  const services = new Services();
  await services.start(service('a', 'end'));
  await services.start(service('b', 'end'));
  await services.start(service('c'));
  await expect(services.end()).rejects.toThrow('end of b');
  expect(calls.slice(3)).toEqual(['end c', 'end b', 'end a']);
});
