/** Imports of one name that start at the same time. */
import { expect, it } from 'vitest';
import { Table } from '../../../shared/kit/table/table.ts';
import { findImport, startImport } from '../../../shared/usage/import/start-import.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';

const way = withFaultyTable();
const table = new Table();
const start = (name: string, sha256: string) =>
  startImport({ table, now: new Date(), actor: 'test' }, { name, sha256, bytes: 10 });

it.each([0, 1, 2])('an import that starts %i calls after another is not replaced by it', async (after) => {
  const name = `${after}.csv`;
  const outcomes: string[] = [];
  const outcomeOf = async (sha256: string) => {
    const ended = start(name, `${name} ${sha256}`).then(
      () => 'started',
      () => 'rejected',
    );
    outcomes.push(`${sha256} ${await ended}`);
  };
  way.interruption = { after, run: () => outcomeOf('second') };
  await outcomeOf('first');
  way.interruption = undefined;
  const isFirst = outcomes.includes('first started');
  expect(outcomes.toSorted()).toEqual(
    isFirst ? ['first started', 'second rejected'] : ['first rejected', 'second started'],
  );
  const running = await findImport(table, name);
  expect(running).toMatchObject({ state: 'running', sha256: `${name} ${isFirst ? 'first' : 'second'}` });
});
