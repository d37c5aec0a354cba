/** Erasing organizations of the last release: every kind of row and object, real functions, table, queue and bucket. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraserWith } from '../../../functions/erase-data/handler.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import type { Person } from '../../support/calls.ts';
import { command } from '../../support/distribution/stores.ts';
import { type Access, askedBy, expectAllUsed, hearTable } from '../../support/grants.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { stopReceivers } from '../../support/receivers.ts';
import { hasText, textsOfStage } from '../../support/stored-text.ts';
import { startHosts } from '../released/hosts.ts';
import { lastRelease, loadRelease, stageIn } from '../released/rows-file.ts';
import { clock, useWholeStage } from '../released/stage.ts';
import { saveStage } from '../saved-stage.ts';
import { skipStream } from '../stream-stage.ts';
import { queue } from '../work-stage.ts';
import { addMore, eraseToTheEnd, idsOf, nothingInStores } from './erasing-organizations.ts';

const folder = lastRelease();
const { at, people } = stageIn(folder);
const accesses: Access[] = [];
const eraser = eraserWith(clock);
const bucket = useWholeStage(new Date(at), async (event) => {
  let response: Awaited<ReturnType<typeof eraser>> = { batchItemFailures: [] };
  const asked = await askedBy(async () => {
    response = await eraser(event);
  });
  accesses.push(...asked);
  return response;
});
let putBack: () => Promise<void>;
beforeAll(async () => {
  hearTable();
  await loadRelease(folder, await startHosts());
  await nothingInStores(people);
  await addMore(people);
  putBack = await saveStage({ queues: queue(), bucket });
}, 120_000);
beforeEach(async () => {
  await putBack();
  await skipStream();
});
afterAll(() => stopReceivers());

const nameOf = async ({ organizationId }: Person): Promise<string> =>
  Object(await command('show-organization', { id: organizationId })).name;

const erase = async (person: Person, more: object = {}) =>
  command('erase-organization', {
    ...{ 'organization-id': person.organizationId, confirm: await nameOf(person) },
    ...{ 'without-export': true, 'despite-balance': true, ...more },
  });

const rowNames = (rows: readonly Item[]) => new Map(rows.map((row) => [`${row['pk']} ${row['sk']}`, row]));

/** What was done, what stores have reported of all owners, and with what the tracks of others were compared. */
const STAYS = /^(kept-accounts#|erasures#white-labels#|commands#|match-list#|usage\/(runs|reports)\/)/;

describe('an erased organization', () => {
  it.each(people.map((person, index) => [index, person] as const))(
    'leaves nothing, and others as they were (%i)',
    async (_, person) => {
      const before = await allRows();
      const files = await bucket.files('');
      const ids = idsOf(person, before);
      const texts = [...ids, person.email];
      expect((await textsOfStage(bucket, texts)).length).toBeGreaterThan(20);
      await erase(person);
      await eraseToTheEnd(person);
      const left = await textsOfStage(bucket, texts);
      expect(left.filter((place) => !STAYS.test(place))).toEqual([]);
      const after = rowNames(await allRows());
      const others = [...rowNames(before)].filter(([, row]) => !hasText(row, texts));
      expect(others.length).toBeGreaterThan(100);
      const changed = others.filter(([name, row]) => !isDeepStrictEqual(after.get(name), row));
      expect(changed.map(([name]) => name)).toEqual([]);
      const filesAfter = await bucket.files('');
      const lost = [...files.keys()].filter((path) => !filesAfter.has(path));
      expect(
        lost.filter((path) => ![...ids].some((id) => `${path} ${files.get(path)}`.includes(id))),
      ).toEqual([]);
      const known = new Set(faultsOf(definitions, before));
      const faults = faultsOf(definitions, [...after.values()]);
      expect(faults.filter((fault) => !known.has(fault))).toEqual([]);
    },
  );
});

/** What only the erasure of a user writes, and how. */
const ofUsers = ['webhook-endpoints#*', 'idempotency#*', 'commands#*', 'journal#users#*', 'BatchWriteItem'];

it('erase-data uses all its permissions and needs no others', () => {
  expectAllUsed(accesses, 'erase-data', ofUsers);
});
