/** The stage whose rows a release keeps has each kind of row. With RECORD_ROWS=1, writes them into the folder of the version. */
import { cpSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { definitions } from '../../../shared/service/definitions.ts';
import { kindsOfWork } from '../../../shared/service/kinds-of-work.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { useMoves } from '../../support/moves.ts';
import { now, pass } from '../work-stage.ts';
import { withoutSample, workWithoutSample } from './newer-kinds.ts';
import { seedRandom } from './random.ts';
import { dueKinds, missingKinds, strayRows } from './row-kinds.ts';
import { exportIn, folderOf, writeRelease } from './rows-file.ts';
import { playSample, type Sample } from './sample.ts';
import { everythingShown } from './shown.ts';
import { useWholeStage } from './stage.ts';

const moves = useMoves();
const bucket = useWholeStage(new Date('2026-11-28T08:00:00.000Z'));
let sample: Sample;
beforeAll(async () => {
  seedRandom();
  sample = await playSample(moves);
});

it('the sample of a stage has exactly the known kinds of rows', async () => {
  const rows = await allRows();
  expect(
    (await missingKinds(rows)).toSorted(),
    'Let test/pipeline/released/sample.ts make such rows',
  ).toEqual(withoutSample.toSorted());
  expect(
    await strayRows(rows),
    'Export the key of these rows by a function or constant that ends in Key',
  ).toEqual([]);
});

it('the sample of a stage is consistent and has due work of each kind', async () => {
  const rows = await allRows();
  const expected = kindsOfWork.map(({ name }) => name).filter((name) => !workWithoutSample.includes(name));
  expect(dueKinds(rows)).toEqual(expected.toSorted());
  expect(faultsOf(definitions, rows)).toEqual([]);
});

it.runIf(process.env['RECORD_ROWS'])('the sample is written into the folder of the version', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const { people, hosts } = sample;
  const at = now().toISOString();
  await writeRelease(folderOf(version), { at, people, bucket, hosts }, await everythingShown(people));
  // Ids of filled catalogues are of the time of the machine, which can be later.
  pass(86_400);
  // The organization of the first has a report that is being imported.
  for (const { organizationId: id } of people.slice(1))
    cpSync(await moves.exported(id), exportIn(folderOf(version), id), { recursive: true });
});
