/** This version on the rows and the exports of the last release: organizations move, with all that users see of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitions } from '../../../shared/service/definitions.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { type Person, signIn } from '../../support/calls.ts';
import { command } from '../../support/distribution/stores.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { clearTable, linesOf, useMoves } from '../../support/moves.ts';
import { stopReceivers } from '../../support/receivers.ts';
import { skipStream } from '../stream-stage.ts';
import { type Hosts, startHosts } from './hosts.ts';
import { exportIn, lastRelease, loadRelease, shownIn, stageIn } from './rows-file.ts';
import { routeOf, type Shown, shown } from './shown.ts';
import { useWholeStage } from './stage.ts';

const folder = lastRelease();
const { at, people } = stageIn(folder);
const moves = useMoves();
/** A day later, because ids of filled catalogues are of the time of the machine that made the sample. */
useWholeStage(new Date(Date.parse(at) + 86_400_000));
let hosts: Hosts;
let expected: readonly Shown[];
beforeAll(async () => {
  hosts = await startHosts();
  expected = shownIn(folder, hosts);
});
afterAll(() => stopReceivers());

const PASSWORD = 'Correct-Horse-9';

/** What each stage finds itself, and what it signs with the time. */
const own = new Set(['audio', 'artwork', 'download-url']);
const withoutOwn = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (name, value) => (own.has(name) ? undefined : value)));

/** Nothing of an organization is on the stage. */
async function arrived(person: Person, from: string): Promise<unknown[]> {
  await clearTable();
  await moves.imported(from);
  for (const { name, finish } of movedFiles)
    if (finish)
      await command('import-organization', { step: 'finish', file: name, lines: linesOf(from, name) });
  await command('reset-password', { email: person.email, password: PASSWORD });
  const token = await signIn(person.email, PASSWORD);
  const differing: unknown[] = [];
  for (const was of expected.filter((each) => each.person === person.userId)) {
    const is = await shown({ ...person, token }, routeOf(was.path), was.path);
    try {
      expect(withoutOwn(is)).toMatchObject(Object(withoutOwn(was)));
    } catch {
      differing.push({ was, is });
    }
  }
  return differing;
}

const load = async () => {
  await loadRelease(folder, hosts);
  await skipStream();
};

const [importing, ...others] = people.map((person) => [person.organizationId, person] as const);

it('an organization of the last release is not exported during an import of its report', async () => {
  await load();
  await expect(moves.exported(importing?.[0] ?? '')).rejects.toThrow('The report november.csv was imported');
});

describe.each(others)('organization %s of the last release', (id, person) => {
  it('is exported as its stage has it, and moves to an empty stage', async () => {
    await load();
    const exported = await moves.exported(id);
    for (const { name } of movedFiles) {
      const lines = linesOf(exported, name);
      const found = await command('import-organization', { step: 'check', file: name, lines });
      expect(found, name).toMatchObject({ new: 0, there: lines.length, differ: 0, problems: [] });
    }
    expect(await arrived(person, exported)).toEqual([]);
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });

  it('moves with the files of its export by the last release', async () => {
    expect(await arrived(person, exportIn(folder, id))).toEqual([]);
  });
});
