/** Each operation that writes has an example, so that its pairs with others are tried. */
import { beforeAll, expect, it, vi } from 'vitest';
import { commands } from '../../../shared/service/commands/list.ts';
import { kindsOfWork } from '../../../shared/service/kinds-of-work.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { commandExamples, performCommand } from '../../support/pairs/command-operations.ts';
import { SWEEP, workName, writingRoutes } from '../../support/pairs/declared.ts';
import { END } from '../../support/pairs/interleavings.ts';
import { withPairs } from '../../support/pairs/stage.ts';
import { SteppedRun } from '../../support/pairs/stepped-run.ts';
import { deadLettersOf } from '../../support/planned-queues.ts';
import { commandArguments } from '../conformance/command-arguments.ts';
import { nameOf } from '../conformance/world.ts';

const { operationsIn } = withPairs();
const scenesWithAll = [
  ...(['in review', 'approved', 'transferring', 'live'] as const),
  ...(['organization', 'large', 'codes left'] as const),
];
const found = new Set<string>();
let ada: Person;
beforeAll(async () => {
  for (const name of scenesWithAll) for (const { of } of await operationsIn(name)) found.add(of);
  // Some commands go on for a time.
  vi.useRealTimers();
  for (const name of ['WEBHOOK_DEAD_LETTER_URL', 'CHANGE_DEAD_LETTER_URL'])
    process.env[name] = process.env['STORE_QUEUE_URL'];
  process.env['QUEUE_NAMES'] = JSON.stringify({ Store: ['Store', deadLettersOf('Store')] });
  ada = await newAdmin();
});

const readingCommands = commands.map(({ name }) => name).filter((name) => commandExamples[name] === 'reads');
const declared = [
  ...writingRoutes.map(nameOf),
  ...commands.map(({ name }) => name).filter((name) => commandExamples[name] !== 'reads'),
  ...[...kindsOfWork.map(({ name }) => name), SWEEP].map(workName),
];

it('every writing route, command and kind of work is an operation of a prepared catalogue', () => {
  const missing = declared.filter((name) => !found.has(name));
  expect(
    missing,
    'Add a record of its type, or due work of its kind, to a catalogue of test/support/pairs/scenes. Commands get their arguments in test/support/pairs/command-operations.ts.',
  ).toEqual([]);
});

it.each(readingCommands)('%s writes nothing that others read', async (name) => {
  const given = await commandArguments[name](ada);
  const run = new SteppedRun(() => performCommand(name, given));
  await run.advance(END);
  expect(await run.outcome()).toBe('done');
  const written = run.calls.flatMap(({ footprint }) => footprint.writes.map(({ row }) => row));
  const others = written.filter((row) => !row.startsWith('commands#'));
  expect(others, 'Give the command arguments in test/support/pairs/command-operations.ts.').toEqual([]);
});
