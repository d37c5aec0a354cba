/** The functions of the last version and those of the tree on one table, during a deployment and after going back. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definitions } from '../../shared/service/definitions.ts';
import { newUpc } from '../support/examples.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { isLong, third, today } from '../support/long-run.ts';
import { stopReceivers } from '../support/receivers.ts';
import { followStream, work, workFor } from './stream-stage.ts';
import {
  ask,
  askForReport,
  attachMaster,
  type Business,
  changeAndDelete,
  createEverything,
  importUsage,
  newBusiness,
  release,
} from './versions/business.ts';
import { type Everything, everythingOf } from './versions/everything.ts';
import { isKnown } from './versions/last-version.ts';
import { command, type Serving, serve, useTwoVersions } from './versions/two-versions.ts';
import { pass, sweep } from './work-stage.ts';

useTwoVersions();
beforeAll(async () => {
  if (isKnown) await command('set-store', { 'dsp-id': PACKAGES, behavior: 'package' });
});
afterAll(() => stopReceivers());

const SANDBOX = '1';
const PACKAGES = '2';
const dsps = [SANDBOX, PACKAGES];

interface Started {
  readonly albums: readonly string[];
  readonly master: string;
  readonly report: string;
  /** The name of the import. */
  readonly imported: string;
}

/** Records of every type, and an album on sale with plays, revenue and a payment. */
async function begin(): Promise<Business> {
  const business = await newBusiness();
  const { isrc, person } = business;
  await release(business, { isrc, dsps });
  await workFor(3);
  await importUsage(business, `${isrc}.csv`);
  await workFor(1);
  await command('pay-royalties', {
    'user-id': person.userId,
    period: '2026-01',
    amount: '1',
    currency: 'EUR',
    reference: isrc,
  });
  return business;
}

/** Work in all its states: attempts that are repeated, messages that nobody has received, changes that nobody has read. */
async function startWork(business: Business): Promise<Started> {
  business.failing.add('/song.wav').add('/atmos.wav');
  const delivering = await release(business, { isrc: null, dsps });
  const master = await attachMaster(business, delivering.track);
  await work();
  pass(31);
  await sweep();
  await work();
  const imported = `${newUpc()}.csv`;
  await importUsage(business, imported);
  await followStream();
  const report = await askForReport(business);
  const last = await release(business, { isrc: null, dsps });
  return { albums: [delivering, last].map(({ album }) => album), master, report, imported };
}

async function expectFinished(
  business: Business,
  { albums, master, report, imported }: Started,
): Promise<void> {
  const shown = async (path: string) => (await ask(business, 200, 'GET', path)).data;
  for (const album of albums)
    expect((await shown(`/albums/${album}`)).attributes['last-status']).toBe('delivered');
  const deliveries = await shown('/deliveries?page[size]=50');
  expect(deliveries.map(({ attributes }: Shown) => attributes['status'])).toEqual(
    deliveries.map(() => 'sent'),
  );
  expect((await shown(`/track-assets/${master}`)).attributes['validation-status']).toBe('valid');
  expect((await shown(`/analytics-reports/${report}`)).attributes.status).toBe('completed');
  expect(await command('show-usage-import', { name: imported })).toMatchObject({
    state: 'done',
  });
  const rows = await allRows();
  const events = rows.filter(
    ({ pk, owner }) => /^webhook-events#/.test(String(pk)) && owner === business.person.userId,
  );
  expect(business.delivered.toSorted()).toEqual(events.map(({ pk }) => String(pk).split('#')[1]).toSorted());
  const due = rows.filter(({ dueAt, dueKind }) => dueAt !== undefined && !isNewKind(dueKind));
  expect(due).toEqual([]);
}

/** Kinds of work that the last version does not know. */
const isNewKind = (kind: unknown): boolean =>
  ['list-fold', 'sound-indexing', 'audio-analysis'].includes(String(kind));

interface Shown {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Compares the responses of both versions. Those of this one can have more members, as in `meta`. */
async function expectSameResponses(business: Business): Promise<void> {
  serve('old');
  const old = await everythingOf(business);
  serve('new');
  expect(await everythingOf(business)).toMatchObject(old);
}

describe.skipIf(!isKnown)('records and work', () => {
  let business: Business;
  beforeAll(async () => {
    serve('old');
    business = await begin();
  });

  /** Starts work with one version, and finishes it with the other. */
  async function takeOver(before: Serving, after: Serving, seed?: number): Promise<void> {
    serve(before, seed);
    const made = await createEverything(business);
    const started = await startWork(business);
    serve(after, seed);
    await workFor(5);
    await expectFinished(business, started);
    await changeAndDelete(business, made);
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  }

  it('of the last version are read, changed and finished by this one', async () => {
    await takeOver('old', 'new');
    if (isLong) await expectSameResponses(business);
  });

  it('of this version are read, changed and finished by the last one', async () => {
    await takeOver('new', 'old');
    if (isLong || third === 2) await expectSameResponses(business);
  });

  it.runIf(isLong || third === 3)(
    'are read, changed and finished by both versions in turn',
    async () => {
      for (const seed of isLong ? [today, 1, 2, 3] : [today]) {
        await takeOver('mixed', 'mixed', seed);
        if (isLong) await expectSameResponses(business);
      }
    },
    300_000,
  );

  it.runIf(isLong || third === 1)(
    'of the last version are in all lists of this one after reindex',
    async () => {
      serve('new');
      await reindex();
      serve('old');
      await createEverything(business);
      await importUsage(business, `${newUpc()}.csv`);
      await release(business, { isrc: null, dsps });
      await workFor(2);
      serve('new');
      const before = await listsFor(business);
      await reindex();
      const after = await listsFor(business);
      const lacking = Object.keys(after).filter((path) => !isDeepStrictEqual(after[path], before[path]));
      expect([...new Set(lacking.map((name) => name.split('?')[0]))]).toEqual(incomplete);
      if (isLong) await expectSameResponses(business);
    },
  );
});

async function reindex(): Promise<void> {
  expect(await command('reindex', {})).toMatchObject({ finished: true });
  await workFor(2);
}

/** What docs/versions.md says to be incomplete until then. */
const incomplete = [
  '/labels',
  '/artists',
  '/albums',
  '/tracks',
  'list-requests',
  'list-deliveries',
  'list-imports',
  'history',
];

/** The lists of users and operators. */
async function listsFor(business: Business): Promise<Everything> {
  const { organizationId: organization } = business.person;
  const commands = {
    'list-organizations': {},
    'list-requests': {},
    'list-deliveries': {},
    'list-imports': {},
    'list-commands': { command: 'import-usage' },
    history: { organization },
  };
  const everything = Object.entries(await everythingOf(business));
  // Webhooks go on.
  const listed = Object.fromEntries(everything.filter(([path]) => /^\/(?!webhook)[\w-]+\?/.test(path)));
  for (const [name, given] of Object.entries(commands)) listed[name] = await command(name, given);
  return listed;
}
