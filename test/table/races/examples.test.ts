/** All that writes does so in a prepared catalogue, so that its pairs with others are tried. */
import { beforeAll, expect, it, vi } from 'vitest';
import { type Attribute, isWritable } from '../../../shared/kit/declare/attribute.ts';
import type { Relationship } from '../../../shared/kit/declare/relationship.ts';
import { commands } from '../../../shared/service/commands/list.ts';
import { kindsOfWork } from '../../../shared/service/kinds-of-work.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { changedFields } from '../../support/pairs/changed-fields.ts';
import { commandExamples, performCommand } from '../../support/pairs/command-operations.ts';
import { SWEEP, workName, writingRoutes } from '../../support/pairs/declared.ts';
import { performAlone } from '../../support/pairs/explore.ts';
import { END } from '../../support/pairs/interleavings.ts';
import { type SceneName, scenes } from '../../support/pairs/scenes/scenes.ts';
import { withPairs } from '../../support/pairs/stage.ts';
import { SteppedRun } from '../../support/pairs/stepped-run.ts';
import { neverWriting, unchangedFields, unusedArguments } from '../../support/pairs/untried.ts';
import { deadLettersOf } from '../../support/planned-queues.ts';
import { commandArguments } from '../conformance/command-arguments.ts';
import { service } from '../conformance/service.ts';
import { nameOf } from '../conformance/world.ts';

const { operationsIn, prepare } = withPairs();

const readingCommands = commands.map(({ name }) => name).filter((name) => commandExamples[name] === 'reads');
const writingCommands = commands.filter(({ name }) => commandExamples[name] !== 'reads');
const declared = [
  ...writingRoutes.map(nameOf),
  ...writingCommands.map(({ name }) => name),
  ...[...kindsOfWork.map(({ name }) => name), SWEEP].map(workName),
];
const changeable = service.resources
  .filter(({ operations }) => operations.includes('update'))
  .flatMap(({ type, attributes, relationships }) =>
    Object.entries<Attribute | Relationship>({ ...attributes, ...relationships })
      .filter(([, each]) => isWritable(each.writable, 'update') && isStored(each))
      .map(([name]) => `${type}.${name}`),
  );
const argumentsOf = writingCommands.flatMap((command) =>
  Object.keys(command.arguments).map((name) => `${command.name} --${name}`),
);

/** In the record, or in a row beside it. Links that are separate records have their own routes. */
function isStored(field: Attribute | Relationship): boolean {
  return field.kept || ('apart' in field && field.apart !== false);
}

/** What the operations of the catalogues do alone. */
const done = { writing: new Set<string>(), fields: new Set<string>(), arguments: new Set<string>() };
const missing = () => ({
  writing: declared.filter((name) => !done.writing.has(name)),
  fields: changeable.filter((name) => !done.fields.has(name)),
  arguments: argumentsOf.filter((name) => !done.arguments.has(name)),
});

/** Performs each operation until it has written in one of the catalogues. */
async function performAll(): Promise<void> {
  const written = new Set<string>();
  for (const name of Object.keys(scenes) as SceneName[]) {
    const operations = (await operationsIn(name)).filter((each) => !written.has(each.name));
    const prepared = await prepare();
    for (const performed of await performAlone(prepared, operations)) {
      if (performed.alone.changes.length === 0) continue;
      const { of, given = [], name: title } = performed.operation;
      written.add(title);
      done.writing.add(of);
      for (const argument of given) done.arguments.add(`${of} --${argument}`);
      if (routes.has(of)) for (const field of changedFields(prepared, performed)) done.fields.add(field);
    }
  }
}

const routes = new Set(writingRoutes.map(nameOf));

let ada: Person;
beforeAll(async () => {
  await performAll();
  // Some commands go on for a time.
  vi.useRealTimers();
  for (const name of ['WEBHOOK_DEAD_LETTER_URL', 'CHANGE_DEAD_LETTER_URL'])
    process.env[name] = process.env['STORE_QUEUE_URL'];
  process.env['QUEUE_NAMES'] = JSON.stringify({ Store: ['Store', deadLettersOf('Store')] });
  ada = await newAdmin();
});

it('every writing route, command and kind of work writes in a prepared catalogue', () => {
  expect(
    missing().writing.toSorted(),
    'Add a record of its type, or due work of its kind, to a catalogue of test/support/pairs/scenes. Commands get their arguments in test/support/pairs/command-operations.ts.',
  ).toEqual(Object.keys(neverWriting).toSorted());
});

it('every field that clients can change is changed in a prepared catalogue', () => {
  expect(
    missing().fields.toSorted(),
    'Add a change of the field to test/support/pairs/request-variants.ts, which a catalogue allows.',
  ).toEqual(Object.keys(unchangedFields).toSorted());
});

it('every argument of a writing command is given in a prepared catalogue', () => {
  expect(
    missing().arguments.toSorted(),
    'Add a command with the argument to test/support/pairs/command-operations.ts.',
  ).toEqual(Object.keys(unusedArguments).toSorted());
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
