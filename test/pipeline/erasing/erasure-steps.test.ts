/** The steps of erasing an organization: what prevents it, what it stops, and that it ends after any interruption. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as auth } from '../../../functions/auth/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { CLAIM_SECONDS } from '../../../shared/kit/work/claim.ts';
import { whoseRow } from '../../../shared/service/erasure/organization/whose-rows.ts';
import { call, newAdmin, PASSWORD, type Person, send, signIn } from '../../support/calls.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import { command, problemsOf, rejectedCommand } from '../../support/distribution/stores.ts';
import { allRows } from '../../support/invariants.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';
import { newDeliveredRelease } from '../../support/releases.ts';
import { pay } from '../../support/royalties.ts';
import { textsOfStage } from '../../support/stored-text.ts';
import { killedAfterEveryStep, rejectedAtEveryCall } from '../every-step.ts';
import { missingKinds } from '../released/row-kinds.ts';
import { useWholeStage } from '../released/stage.ts';
import { saveStage } from '../saved-stage.ts';
import { comeBetween, revive, stopThrottling, takeStep } from '../steps.ts';
import { skipStream, work, workFor } from '../stream-stage.ts';
import { importReport } from '../usage.ts';
import { pass, queue, redeliver } from '../work-stage.ts';
import {
  addMore,
  eraseToTheEnd,
  idsOf,
  nothingInStores,
  putInStore,
  workKey,
} from './erasing-organizations.ts';
import { lettersLeft, letterWith, webhookLetter, webhookLettersLeft } from './set-aside-letters.ts';

const bucket = useWholeStage(new Date('2026-11-28T08:00:00.000Z'));
let ada: Person;
let ben: Person;
let name: string;
let isrcs = 0;

beforeAll(() => {
  trustReceivers();
  comeBetween(queue());
  bucket.beforeWrite = async () => takeStep();
});
afterAll(() => stopReceivers());
afterEach(() => {
  revive();
  stopThrottling();
});

/** With a release that earned something. */
async function fill(person: Person): Promise<void> {
  isrcs += 1;
  const isrc = `DEAB126${String(isrcs).padStart(5, '0')}`;
  await newDeliveredRelease(person, [{ title: 'Harbour', isrc }]);
  await importReport({ name: `${isrc}.csv`, content: [`2026-10-05,1,US,${isrc},12,1.25,EUR`] });
  await work();
}

const erase = (more: object = {}) =>
  command('erase-organization', { ...given(), 'without-export': true, 'despite-balance': true, ...more });

const given = () => ({ 'organization-id': ada.organizationId, confirm: name });

const shownName = async ({ organizationId: id }: Person) =>
  String(Object(await command('show-organization', { id })).name);

const tellOf = async (): Promise<string[]> =>
  (await textsOfStage(bucket, [...idsOf(ada, await allRows()), ada.email])).toSorted();

describe('an organization', () => {
  beforeEach(async () => {
    ada = await newAdmin();
    ben = await newAdmin();
    name = await shownName(ada);
  });

  it('cannot be erased while stores have an album, and the command names both', async () => {
    const { album } = await newRelease(ada);
    await putInStore(album);
    expect(await problemsOf('erase-organization', { ...given(), 'without-export': true })).toMatchObject([
      {
        code: 'organization_in_distribution',
        detail: expect.stringContaining(`album ${album} (live on Alpha)`),
      },
    ]);
    await nothingInStores([ada]);
    await erase();
  });

  it('cannot be erased while a request waits for a decision', async () => {
    const { album } = await newRelease(ada);
    await request(ada, album);
    expect(await rejectedCommand('erase-organization', { ...given(), 'without-export': true })).toBe(
      'organization_in_distribution',
    );
  });

  it('is erased only with its name, and only after an export or with --without-export', async () => {
    const unnamed = { 'organization-id': ada.organizationId, 'without-export': true };
    expect(await rejectedCommand('erase-organization', unnamed)).toBe('invalid_value');
    expect(await rejectedCommand('erase-organization', { ...given(), confirm: 'Another' })).toBe(
      'invalid_value',
    );
    expect(await rejectedCommand('erase-organization', given())).toBe('organization_not_exported');
    await command('export-organization', { 'organization-id': ada.organizationId });
    expect(await command('erase-organization', { ...given(), check: true })).toMatchObject({
      ...{ state: 'not started', name, held: [], owed: [], imports: [] },
      ...{ records: { users: 1, 'white-labels': 1 }, 'exported-at': expect.stringMatching(/^2026-11-2/) },
    });
    expect(await command('erase-organization', given())).toMatchObject({ state: 'started', users: 1 });
  });

  it('cannot be erased while it is owed money, unless --despite-balance is given', async () => {
    await fill(ada);
    await nothingInStores([ada]);
    const exported = { ...given(), 'without-export': true };
    expect(await problemsOf('erase-organization', exported)).toMatchObject([
      { code: 'organization_balance', detail: expect.stringContaining(`1.25 EUR to user ${ada.userId}`) },
    ]);
    await pay(ada, { reference: randomUUID(), amount: '1.25' });
    await command('erase-organization', exported);
  });

  it('cannot be changed once its erasure has begun, and then its users cannot sign in', async () => {
    await erase();
    const body = { data: { type: 'labels', attributes: { name: 'Late' } } };
    await call(labels, 403, { method: 'POST', path: '/labels', token: ada.token, body });
    const late = { 'organization-user-id': ada.userId, name: 'Eve', email: 'eve@example.com' };
    expect(await rejectedCommand('add-admin', { ...late, 'admin-password': PASSWORD })).toBe(
      'organization_erased',
    );
    const restarted = { 'organization-id': ada.organizationId, end: true };
    expect(await rejectedCommand('set-read-only', restarted)).toBe('organization_erased');
    expect(await rejectedCommand('disable-user', { 'user-id': ada.userId })).toBe('organization_erased');
    await command('disable-user', { 'user-id': ben.userId });
    expect(await eraseToTheEnd(ada)).toBeGreaterThan(30);
    await call(auth, 401, { path: '/auth/me', token: ada.token });
    const signingIn = { grant_type: 'password', email: ada.email, password: PASSWORD };
    const headers = { 'content-type': 'application/json' };
    await call(auth, 422, { method: 'POST', path: '/oauth/token', body: signingIn, headers });
  });

  it('keeps its monthly sums for the years that the stage sets, and frees its addresses', async () => {
    await fill(ada);
    await pay(ada, { reference: 'Paid to Ada', amount: '0.5', period: '2026-10' });
    await nothingInStores([ada]);
    await erase();
    expect(await erase()).toMatchObject({ state: 'running', phase: 'closing' });
    await eraseToTheEnd(ada);
    const finished = await command('erase-organization', given());
    expect(finished).toMatchObject({
      ...{ state: 'finished', 'finished-at': expect.stringMatching(/^2026-11-2/) },
      removed: { users: 1, albums: 1, tracks: 1, 'royalty-payments': 1, 'white-labels': 1 },
      accounts: [
        {
          user: ada.userId,
          earned: [{ month: '2026-10', currency: 'EUR', amount: '1.25' }],
          paid: [{ month: '2026-10', currency: 'EUR', amount: '0.5' }],
        },
      ],
    });
    const kept = (await allRows()).find(({ pk }) => pk === `kept-accounts#${ada.organizationId}`);
    expect(new Date(Number(kept?.['expires']) * 1000).toISOString()).toMatch(/^2036-11-2/);
    expect((await allRows()).filter(({ pk }) => pk === workKey(ada).pk)).toHaveLength(1);
    const admin = { 'admin-name': 'Ada', 'admin-email': ada.email, 'admin-password': PASSWORD };
    await command('create-organization', { name, ...admin });
    await signIn(ada.email);
  });

  it('remains and can be changed again if a store got one of its releases meanwhile', async () => {
    const { album } = await newRelease(ada);
    await erase();
    await putInStore(album);
    await eraseToTheEnd(ada);
    await ask(ada, 200, 'GET', `/albums/${album}`);
    expect(await command('erase-organization', { ...given(), check: true })).toMatchObject({
      ...{ state: 'not started', held: [{ album, stores: ['Alpha'] }] },
      'stopped-before': expect.stringContaining(`album ${album} (live on Alpha)`),
    });
    await command('set-read-only', { 'organization-id': ada.organizationId, end: true });
    const body = { data: { type: 'labels', attributes: { name: 'Again' } } };
    await call(labels, 201, { method: 'POST', path: '/labels', token: ada.token, body });
  });

  it('is erased with everything that its work writes meanwhile, even if messages arrive twice', async () => {
    await fill(ada);
    await fill(ben);
    const { album } = await newRelease(ada);
    await nothingInStores([ada]);
    await erase();
    await workFor(90, { copies: 2 });
    expect(await command('erase-organization', given())).toMatchObject({ state: 'finished' });
    const left = await textsOfStage(bucket, [ada.userId, ada.organizationId, ada.email, album]);
    expect(left.filter((place) => !/^(kept-accounts|erasures|commands|usage\/)/.test(place))).toEqual([]);
    expect((await send(labels, { path: '/labels', token: ben.token })).status).toBe(200);
  });
});

describe('an erasure', () => {
  let putBack: () => Promise<void>;
  let ids: string[];
  beforeAll(async () => {
    ada = await newAdmin();
    name = await shownName(ada);
    await fill(ada);
    await workFor(5);
    await nothingInStores([ada]);
    await addMore([ada]);
    await letterWith({ pk: 'webhook-events#evt_1', sk: '#', owner: ada.userId });
    await letterWith({ pk: 'webhook-events#evt_2', sk: '#', owner: '17' });
    for (const owner of [ada.userId, '17']) {
      webhookLetter({ 'detail-type': 'a type of a later version', detail: { id: 'evt_1', ownerId: owner } });
      webhookLetter({ eventId: 'evt_1', endpoints: [], owner, attempt: 1 });
    }
    webhookLetter({ id: '17' });
    webhookLetter('not JSON');
    ids = [...idsOf(ada, await allRows()), ada.email];
    expect((await tellOf()).length).toBeGreaterThan(20);
    putBack = await saveStage({ queues: queue(), bucket });
  });

  const begin = async () => {
    await putBack();
    await skipStream();
    queue().lose();
    await erase();
  };
  const run = () => eraseToTheEnd(ada).catch(() => undefined);
  const end = async (about: string) => {
    pass(CLAIM_SECONDS);
    redeliver();
    await eraseToTheEnd(ada);
    const left = await textsOfStage(bucket, ids);
    expect(
      left.filter((place) => !/^(kept-accounts#|erasures#|commands#|usage\/)/.test(place)),
      about,
    ).toEqual([]);
    expect(await bucket.files('leaving'), about).toEqual(new Map());
    expect(lettersLeft(), about).toEqual(['webhook-events#evt_2 #']);
    const owners = webhookLettersLeft().map((body) => /"owner(?:Id)?":"(\d+)"/.exec(body)?.[1] ?? body);
    expect(owners.toSorted(), about).toEqual(['17', '17', 'not JSON', '{"id":"17"}']);
    const { state, accounts } = Object(await command('erase-organization', given()));
    expect({ state, accounts }, about).toMatchObject({
      ...{ state: 'finished', accounts: [{ earned: [{ amount: '1.25' }] }] },
    });
  };

  it('ends even if the function is killed after any step', async () => {
    expect(await killedAfterEveryStep({ begin, run, end })).toBeGreaterThan(20);
  });

  it('ends even if the table rejects any one call', async () => {
    expect(await rejectedAtEveryCall({ begin, run, end })).toBeGreaterThan(20);
  });
});

/** Kinds whose pattern begins with any text, with one of them. */
const anyNamed: Readonly<Record<string, string>> = {
  'released-by-*#* *#*#*': 'released-by-isrc#* *#*#*',
  '* held#*': 'codes#* held#*',
};

it('each kind of row states its owner', async () => {
  const undeclared = (await missingKinds([])).filter((kind) => {
    const [pk = '', sk = ''] = (anyNamed[kind] ?? kind).split(' ');
    return whoseRow({ pk, sk }) === undefined;
  });
  expect(undeclared, 'Say it in shared/service/erasure/organization/whose-rows.ts').toEqual([]);
});
