/** The environment variables of functions: those that their code reads, and no others. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { isSender, readsDeadLetters, workQueues } from '../../infra/queues/work-queues.ts';
import { deadLetterVariable, queueVariable } from '../../shared/kit/work/work-queue.ts';
import { functionsOf, synthesized } from './synthesis.ts';

const { template, bundles } = await synthesized('prod');

const codeOf = (folder: string): string =>
  globSync(join(bundles, folder, '*.mjs'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

const environments = functionsOf(
  template,
  v.looseObject({ Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }) }),
);

describe.each([...environments.keys()])('the function %s', (folder) => {
  const names = [
    'BASE_URL',
    'TABLE_NAME',
    'SECRET_ID',
    'SETTINGS',
    'BUS_NAME',
    'CHANGE_DEAD_LETTER_URL',
    'QUEUE_NAMES',
    'BUCKET_NAME',
    'SLOTS_PER_OWNER',
  ];
  const code = codeOf(folder);
  // Names of these variables are made of names of queues.
  const queues = [
    ...workQueues.filter((queue) => isSender(queue, folder)).map(queueVariable),
    ...workQueues.filter((queue) => readsDeadLetters(queue, folder)).map(deadLetterVariable),
  ];
  // It bundles the code that authenticates requests, but responds before it runs.
  const neverReached = {
    'not-found': ['SECRET_ID', 'TABLE_NAME'],
    // Its work is that of operators.
    'import-usage': ['SLOTS_PER_OWNER'],
    // Only operators erase.
    'erase-data': ['SLOTS_PER_OWNER'],
    // Sending events again takes seconds, and takes no place.
    'send-webhooks': ['SLOTS_PER_OWNER'],
  }[folder];

  test('has its stage name and exactly the variables that its code reads', () => {
    const { STAGE, ...given } = environments.get(folder)?.Environment.Variables ?? {};
    expect(STAGE).toBe('prod');
    const read = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
    const reached = read.filter((name) => !neverReached?.includes(name));
    expect(Object.keys(given).sort()).toEqual([...reached, ...queues].sort());
  });
});

test('only functions that use queues get queue URLs', () => {
  const withAddress = [...environments].flatMap(([folder, { Environment }]) =>
    Object.keys(Environment.Variables).some((name) => name.endsWith('_QUEUE_URL')) ? [folder] : [],
  );
  const withCode = [...environments.keys()].filter((folder) => codeOf(folder).includes('_QUEUE_URL'));
  expect(withCode).toEqual(withAddress);
});
