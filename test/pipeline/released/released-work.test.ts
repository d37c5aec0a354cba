/** This version on the rows of the last release: commands of operators, and work that is continued. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { dueValue } from '../../../shared/kit/work/due.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { command } from '../../support/distribution/stores.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { stopReceivers } from '../../support/receivers.ts';
import { skipStream, workFor } from '../stream-stage.ts';
import { queue } from '../work-stage.ts';
import { type Hosts, startHosts } from './hosts.ts';
import { argumentsOf, readingCommands } from './reading-commands.ts';
import { lastRelease, loadRelease, shownIn, stageIn } from './rows-file.ts';
import type { Shown } from './shown.ts';
import { useWholeStage } from './stage.ts';

const folder = lastRelease();
const { at, people } = stageIn(folder);
useWholeStage(new Date(at));
let hosts: Hosts;
let expected: readonly Shown[];
beforeAll(async () => {
  hosts = await startHosts();
  expected = shownIn(folder, hosts);
});
afterAll(() => stopReceivers());

const load = async (): Promise<void> => {
  await loadRelease(folder, hosts);
  // The stage that is upgraded has followed its stream.
  await skipStream();
};

describe('the rows of the last release', () => {
  beforeAll(load);

  it.each(readingCommands)('are readable by each person with %s', async (name) => {
    for (const person of people) {
      const first = (type: string) => firstOf(person.userId, type);
      const given = argumentsOf(name, person, first);
      if (given === undefined) continue;
      const outcome = await operate({ command: name, arguments: given, actor: 'test' });
      expect('result' in outcome, `${name} ${JSON.stringify(given)}: ${JSON.stringify(outcome)}`).toBe(true);
    }
  });

  it('are consistent, and reindex can read each of them', async () => {
    const rows = await allRows();
    // Snapshots of lists that are sorted or filtered by more since then are of another layout until their next fold.
    expect(
      faultsOf(definitions, rows).filter((fault) => !fault.endsWith('is another than its record')),
    ).toEqual([]);
    // Places note codes that an approval has given only then.
    expect(await command('reindex', {})).toMatchObject({ unreadable: 0, finished: true });
    expect(await command('reindex', {})).toMatchObject({ rewritten: 0, unreadable: 0, finished: true });
    expect(await command('status', {})).toMatchObject({ 'unreadable-rows': null });
  });

  // Last, because it changes what the others read.
  it('let work of each kind run to its end', async () => {
    await workFor(DAYS * 24 * 60);
    const left = (await allRows()).filter((row) => dueValue(row, 'dueAt') !== undefined);
    const stopped = left.filter(({ fault }) => fault !== undefined);
    expect(stopped.map(faultOf)).toEqual([]);
    expect(left.filter((row) => !stopped.includes(row) && !waiting.has(kindOf(row))).map(kindOf)).toEqual([]);
    expect(hosts.received.length).toBeGreaterThan(0);
    // No function of the test reads from stores.
    expect(queue().messages.filter((message) => message.queue !== 'Transfer')).toEqual([]);
  });
});

/** After which an event is given up, and reminders are due. */
const DAYS = 3;
/** Work that ends when a person decides, and checks of lists and readings of stores, which are repeated. */
const waiting = new Set(['request-review', 'list-fold', 'store-reading']);
const faultOf = (row: Item): string => `${kindOf(row)}: ${Object(row['fault']).error}`;
const kindOf = (row: Item): string => String(dueValue(row, 'dueKind'));

const firstOf = (userId: string, type: string): string | undefined => {
  const list = expected.find(({ person, path }) => person === userId && path.startsWith(`/${type}?`));
  const [name] = Array.isArray(list?.data) ? list.data : [];
  return name === undefined ? undefined : String(name).split(' ')[1];
};
