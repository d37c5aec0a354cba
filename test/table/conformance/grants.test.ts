/** Compares the table calls of every function with what its role allows. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { functionList } from '../../../infra/functions/function-list.ts';
import type { FunctionNeeds } from '../../../infra/functions/function-needs.ts';
import { creditedOnKey, creditGuardKey } from '../../../shared/catalogue/credits/credit-keys.ts';
import { creationStatus } from '../../../shared/kit/declare/resource.ts';
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { countWrite } from '../../../shared/kit/records/counts.ts';
import { linkListKey, recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { matchName } from '../../../shared/matching/imports/line.ts';
import { importedMatchKey } from '../../../shared/matching/keys.ts';
import { newAdmin, type Person, signIn } from '../../support/calls.ts';
import { command, useStores } from '../../support/distribution/stores.ts';
import { giveUp } from '../../support/give-up.ts';
import { type Access, askedBy, denied, expectAllUsed, hearTable } from '../../support/grants.ts';
import { foundLine } from '../../support/imported-matches.ts';
import { deadLettersOf } from '../../support/planned-queues.ts';
import { stopReceivers } from '../../support/receivers.ts';
import { pay, voidPayment } from '../../support/royalties.ts';
import { withTable } from '../../support/table.ts';
import { commandArguments, testOf } from './command-arguments.ts';
import { service } from './service.ts';
import { byName } from './world.ts';

withTable({ codes: { isrc: 'QZGRA', gs1: '0850005' } });
useStores();
let ada: Person;
afterAll(stopReceivers);
beforeAll(async () => {
  hearTable();
  for (const name of ['WEBHOOK_DEAD_LETTER_URL', 'CHANGE_DEAD_LETTER_URL'])
    process.env[name] = process.env['STORE_QUEUE_URL'];
  process.env['QUEUE_NAMES'] = JSON.stringify({ Store: ['Store', deadLettersOf('Store')] });
  process.env['BUCKET_NAME'] = 'bucket';
  ada = await newAdmin();
  // Lists of payments also read voided ones.
  await pay(ada, { reference: 'PAY-0' });
  await voidPayment(ada.userId, { reference: 'PAY-0', reason: 'Paid twice.' });
});

const list = functionList(service.routes.map(({ group }) => group));

function needsOf(name: string): FunctionNeeds {
  const needs = list.get(name);
  if (!needs) throw new Error(`No function is called ${name}.`);
  return needs;
}

/** @returns the status of a valid request, which makes every table call of its route. */
function statusOf({ serving }: Route): number {
  if (serving.does === 'endpoint') return serving.endpoint.response.status;
  if (serving.does === 'create') return creationStatus(serving.resource);
  if (serving.does === 'delete') return 204;
  if (serving.does === 'action' && serving.action === 'bulk/assign') return 201;
  if (serving.does === 'action' && serving.action === 'bulk/remove') return 204;
  return serving.does === 'action' && ['test', 'resend', 'recover'].includes(serving.action) ? 202 : 200;
}

/** Whether the record is as useful to other routes afterwards. */
const keepsRecord = ({ serving }: Route): boolean => !['endpoint', 'action', 'delete'].includes(serving.does);

const signedInRoutes = service.routes.filter(({ access }) => access !== 'public');

it.each(byName(signedInRoutes))('%s makes only table calls that its role allows', async (_, route) => {
  const { serving, group, method } = route;
  const type = serving.does === 'endpoint' ? undefined : serving.resource.type;
  const person = keepsRecord(route) ? ada : await newAdmin({ preapproval: type === 'distribution-requests' });
  const id = type && route.path.includes('{id}') ? await service.recordOf(type, person) : '1';
  const request = await service.requestTo(route, person, id);
  // Only what was given up is sent again.
  if (serving.does === 'action' && serving.action === 'resend') await giveUp(id);
  if (serving.does === 'action' && serving.action === 'recover') await giveUp(await testOf(id, person));
  const headers = { ...request.headers, ...(method === 'POST' && { 'idempotency-key': randomUUID() }) };
  const accesses = await askedBy(() =>
    service.ask(route, statusOf(route), { ...request, headers, token: person.token }),
  );
  expect(accesses).not.toEqual([]);
  expect(denied(accesses, needsOf(group))).toEqual([]);
});

it("a change of many artists' credits makes only table calls that the role allows", async () => {
  const person = await newAdmin();
  const { token } = person;
  const route = (method: string, path: string) => service.routeFor(method, path);
  const newArtist = async () => {
    const data = { type: 'artists', ...(await service.documentOf('artists', person)) };
    const request = { method: 'POST', path: '/artists', token, body: { data } };
    return (await service.ask(route('POST', '/artists'), 201, request)).body.data.id;
  };
  const artists = await Promise.all(Array.from({ length: 15 }, newArtist));
  const id = await service.newRecordOf('tracks', person);
  const [artist = ''] = artists;
  // As an interrupted request leaves it.
  await new Table().commit([
    { put: { ...creditedOnKey(artist, id) } },
    countWrite(recordKey('artists', artist), { name: 'track-credits.artist' }, 1),
  ]);
  const patch = (credits: readonly object[]) => {
    const body = { data: { type: 'tracks', id, attributes: { 'extended-credits': credits } } };
    const request = { method: 'PATCH', path: `/tracks/${id}`, token, body };
    return service.ask(route('PATCH', '/tracks/{id}'), 200, request);
  };
  const naming = artists.map((each, index) => ({
    role: 'violin',
    name: `Ann ${index}`,
    'artist-id': Number(each),
  }));
  const ofTracks = await askedBy(async () => {
    await patch(naming.slice(1));
    await patch([]);
  });
  const request = { method: 'DELETE', path: `/artists/${artist}`, token };
  const ofArtists = await askedBy(() => service.ask(route('DELETE', '/artists/{id}'), 204, request));
  for (const accesses of [ofTracks, ofArtists])
    expect(accesses).toContainEqual({ action: 'PutItem', partition: creditGuardKey(id).pk });
  expect(denied(ofTracks, needsOf('tracks'))).toEqual([]);
  expect(denied(ofArtists, needsOf('artists'))).toEqual([]);
});

it('a deletion of a track with an imported match makes only table calls that the role allows', async () => {
  const person = await newAdmin();
  const id = await service.newRecordOf('tracks', person);
  const line = foundLine({ id: randomUUID(), track: id });
  await command('import-matches', { file: 'found.jsonl', lines: [line] });
  const request = { method: 'DELETE', path: `/tracks/${id}`, token: person.token };
  const accesses = await askedBy(() => service.ask(service.routeFor('DELETE', '/tracks/{id}'), 204, request));
  const partition = importedMatchKey(matchName({ source: 'ear.example', id: String(line['id']) })).pk;
  expect(accesses).toContainEqual({ action: 'DeleteItem', partition });
  expect(denied(accesses, needsOf('tracks'))).toEqual([]);
});

it('a sign-in makes only table calls that the role allows', async () => {
  const { email } = await newAdmin();
  const accesses = await askedBy(() => signIn(email));
  expect(accesses).toContainEqual({
    action: 'BatchGetItem',
    partition: expect.stringMatching(/^credentials#/),
  });
  expect(denied(accesses, needsOf('auth'))).toEqual([]);
});

const askedByCommands: Access[] = [];

const { 'describe-stage': _readsNoTable, ...readingCommands } = commandArguments;

it.each(Object.entries(readingCommands))(
  "the operator's %s makes only table calls that its role allows",
  async (name, given) => {
    const event = { command: name, arguments: await given(ada), actor: 'test' };
    const accesses = await askedBy(async () => expect(await operate(event)).toHaveProperty('result'));
    expect(accesses).not.toEqual([]);
    expect(denied(accesses, needsOf('operate'))).toEqual([]);
    askedByCommands.push(...accesses);
  },
);

it('a reindex of rows of an older layout makes only table calls that its role allows', async () => {
  const table = new Table();
  const type = 'artist-dsp-availabilities';
  const key = recordKey(type, await service.recordOf(type, ada));
  const { slim, owner } = (await table.get(key)) ?? {};
  const artist = { type: 'artists', id: String((slim as { artist?: string }).artist) };
  await table.commit([
    { update: key, with: [{ set: ['slim', '~'], to: 'older' }] },
    { delete: linkListKey(String(owner), artist, { type, link: 'artist', bucket: 0 }) },
  ]);
  const accesses = await askedBy(async () => {
    expect(await operate({ command: 'reindex', actor: 'test' })).toMatchObject({ result: { rewritten: 1 } });
  });
  expect(new Set(accesses.map(({ action }) => action))).toContain('PutItem');
  expect(denied(accesses, needsOf('operate'))).toEqual([]);
  askedByCommands.push(...accesses);
});

it("the operators' commands together use everything that their role allows", () => {
  expectAllUsed(askedByCommands, 'operate');
});
