/** Arguments with which each command of operators makes all of its table calls. */
import { createHash, randomUUID } from 'node:crypto';
import { formerIsrcRow } from '../../../shared/catalogue/former-isrcs.ts';
import { reviewWork } from '../../../shared/distribution/work/review-work.ts';
import { rowExists } from '../../../shared/kit/table/expressions.ts';
import { newId } from '../../../shared/kit/table/ids.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { MAX_CLAIMS, recordFault } from '../../../shared/kit/work/work-faults.ts';
import type { CommandName } from '../../../shared/service/commands/list.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import { approve, command, runStores } from '../../support/distribution/stores.ts';
import { newUpc } from '../../support/examples.ts';
import { failReport } from '../../support/failed-report.ts';
import { giveUp } from '../../support/give-up.ts';
import { foundLine } from '../../support/imported-matches.ts';
import { trustReceivers } from '../../support/receivers.ts';
import { pay } from '../../support/royalties.ts';
import { connecting } from '../../support/stores/connecting.ts';
import { fileServer } from '../../support/stores/file-server.ts';
import { service } from './service.ts';

/** @returns the id of a test event of the endpoint. */
export async function testOf(endpointId: string, { token }: Person): Promise<string> {
  const path = `/webhook-endpoints/${endpointId}/test`;
  const route = service.routeFor('POST', '/webhook-endpoints/{id}/test');
  return (await service.ask(route, 202, { method: 'POST', path, token })).body.data.id;
}

/** @returns the id of a profile that waits for its real id. */
async function newProfile(ada: Person): Promise<string> {
  const type = 'artist-dsp-availabilities';
  const data = {
    type,
    attributes: { 'external-artist-id': 'NEW' },
    relationships: {
      artist: { data: { type: 'artists', id: await service.recordOf('artists', ada) } },
      dsp: { data: { type: 'dsps', id: '1' } },
    },
  };
  const request = { method: 'POST', path: `/${type}`, token: ada.token, body: { data } };
  return (await service.ask(service.routeFor('POST', `/${type}`), 201, request)).body.data.id;
}

/** @returns a request that waits for QA, and its album. */
async function requested(ada: Person): Promise<{ id: string; album: string }> {
  const { album } = await newRelease(ada);
  return { id: await request(ada, album), album };
}

async function rejected(ada: Person): Promise<string> {
  const { id } = await requested(ada);
  await command('reject-request', { id, reason: 'No artwork.' });
  return id;
}

/** @returns the album of a request that was approved and handed to its stores. */
async function delivered(ada: Person): Promise<string> {
  const { id, album } = await requested(ada);
  await approve(id);
  await runStores({ storeFor: () => ({ hand: async () => ({ is: 'accepted' }) }) });
  return album;
}

/** @returns the id of another administrator. */
async function newUser(ada: Person): Promise<string> {
  const given = { name: 'Grace', email: `${randomUUID()}@example.com`, 'admin-password': 'Correct-Horse-1' };
  const made = Object(await command('add-admin', { 'organization-user-id': ada.userId, ...given }));
  return String(made['admin-id']);
}

const usageFile = () => {
  const sha256 = createHash('sha256').update(randomUUID()).digest('hex');
  return { file: `${randomUUID()}.csv`, sha256, bytes: 1000, uploaded: true };
};

type Given = (ada: Person) => Promise<Record<string, unknown>>;

/** @param ada an admin. */
export const commandArguments = {
  'create-organization': async () => ({
    name: 'Blue Room',
    'admin-name': 'Ada',
    // Compared differently once: looked for in both forms.
    'admin-email': `T\u0308om-${randomUUID()}@example.com`,
    'admin-password': 'Correct-Horse-1',
  }),
  'add-admin': async (ada) => ({
    'organization-user-id': ada.userId,
    name: 'Grace',
    email: `T\u0308om-${randomUUID()}@example.com`,
    'admin-password': 'Correct-Horse-1',
  }),
  'change-email': async () => ({
    'user-id': (await newAdmin()).userId,
    email: `T\u0308om-${randomUUID()}@example.com`,
  }),
  status: async () => ({}),
  'list-organizations': async () => ({}),
  'find-user': async (ada) => ({ user: ada.email }),
  'reset-password': async () => ({ email: (await newAdmin()).email, password: 'Correct-Horse-2' }),
  'set-capabilities': async () => ({ 'user-id': (await newAdmin()).userId, video: true, streaming: false }),
  'set-availability': async (ada) => ({
    id: await newProfile(ada),
    'external-id': 'alpha:artist:z',
    'external-url': 'https://alpha.example/artist/z',
  }),
  'release-code': async (ada) => {
    const { tracks } = await newRelease(ada);
    const former = { code: 'DEAB12699991', owner: ada.userId, track: tracks[0] ?? '' };
    await new Table().commit([{ put: formerIsrcRow({ ...former, album: null, artists: [] }) }]);
    return { code: 'DE-AB1-26-99991', user: ada.userId, reason: 'Mistyped.' };
  },
  'set-store': async () => ({ 'dsp-id': '1', behavior: 'accept' }),
  'connect-store': async () => connecting('2'),
  'test-store': async () => {
    await command('connect-store', connecting('3'));
    return { 'dsp-id': '3' };
  },
  'read-store': async () => {
    await command('connect-store', connecting('3'));
    return { 'dsp-id': '3' };
  },
  'disconnect-store': async () => {
    await command('connect-store', connecting('3'));
    return { 'dsp-id': '3' };
  },
  'approve-request': async (ada) => ({ id: (await requested(ada)).id }),
  'reject-request': async (ada) => ({ id: (await requested(ada)).id, reason: 'No artwork.' }),
  'requeue-request': async (ada) => ({ id: await rejected(ada) }),
  'takedown-album': async (ada) => ({ 'album-id': await delivered(ada), reason: 'A court has ordered it.' }),
  'list-stores': async () => ({}),
  'list-waiting': async (ada) => {
    await requested(ada);
    return {};
  },
  'list-reviews': async (ada) => {
    await requested(ada);
    return { search: 'a' };
  },
  'count-reviews': async (ada) => {
    await requested(ada);
    return {};
  },
  'look-at-request': async (ada) => ({ id: (await requested(ada)).id }),
  'list-requests': async (ada) => ({ organization: ada.organizationId }),
  'list-deliveries': async () => ({}),
  'show-request': async (ada) => ({ id: (await requested(ada)).id }),
  'show-release': async (ada) => ({ id: (await requested(ada)).album }),
  'show-album': async (ada) => ({ id: (await requested(ada)).album }),
  'report-store': async (ada) => {
    const { body } = await ask(ada, 200, 'GET', `/deliveries?filter[album]=${await delivered(ada)}`);
    return { 'delivery-id': body.data[0].id, outcome: 'completed' };
  },
  'import-usage': async () => usageFile(),
  'list-imports': async () => {
    await command('import-usage', usageFile());
    return {};
  },
  'show-usage-import': async () => {
    const given = usageFile();
    await command('import-usage', given);
    return { name: given.file };
  },
  'usage-plays': async (ada) => {
    await service.recordOf('tracks', ada);
    return { 'user-id': ada.userId };
  },
  'pay-royalties': async (ada) => ({
    'user-id': ada.userId,
    period: '2026-10',
    amount: '1.5',
    currency: 'EUR',
    // Compared differently once: looked for in both forms.
    reference: `T\u0308om-${randomUUID()}`,
    'allow-overpayment': true,
  }),
  'advance-codes': async () => ({ kind: 'isrc', number: 1 }),
  'void-payment': async (ada) => {
    const reference = `T\u0308om-${randomUUID()}`;
    await pay(ada, { reference });
    return { reference, user: ada.userId, reason: 'Paid twice.' };
  },
  'export-organization': async (ada) => {
    for (const type of movedTypes) await service.recordOf(type, ada);
    return { 'organization-id': ada.organizationId };
  },
  'import-organization': async (ada) => ({ step: 'write', file: 'labels', lines: [labelOf(ada)] }),
  'export-catalogue': async (ada) => {
    await service.recordOf('tracks', ada);
    return { user: ada.userId };
  },
  'import-catalogue': async (ada) => ({ user: ada.userId, step: 'write', releases: [releaseOf()] }),
  'import-matches': async (ada) => {
    const [from, to] = [await service.newRecordOf('tracks', ada), await service.newRecordOf('tracks', ada)];
    const line = foundLine({ id: randomUUID() });
    await command('import-matches', { file: 'found.jsonl', lines: [{ ...line, track: from }] });
    return { file: 'found.jsonl', lines: [{ ...line, track: to }, foundLine({ isrc: 'DEAB12699999' })] };
  },
  'list-albums': async (ada) => {
    await service.recordOf('albums', ada);
    return { organization: ada.organizationId };
  },
  'show-organization': async (ada) => {
    await service.recordOf('webhook-endpoints', ada);
    return { id: ada.organizationId };
  },
  'list-balances': async (ada) => ({ organization: ada.organizationId }),
  'list-payments': async (ada) => {
    await pay(ada, { reference: randomUUID() });
    return { 'user-id': ada.userId };
  },
  'disable-user': async () => ({ 'user-id': (await newAdmin()).userId }),
  'erase-user': async (ada) => ({ 'user-id': await newUser(ada) }),
  'erase-organization': async () => {
    const { organizationId: id } = await newAdmin();
    const { name } = Object(await command('show-organization', { id }));
    return { 'organization-id': id, confirm: name, 'without-export': true };
  },
  'describe-stage': async () => ({}),
  'read-file': async (ada) => {
    trustReceivers();
    const files = await fileServer();
    files.served.set('/cover.jpg', Buffer.from('a cover'));
    return { file: 'artwork', id: (await newRelease(ada, { artwork: files.url('/cover.jpg') })).album };
  },
  history: async (ada) => ({ organization: ada.organizationId }),
  'list-commands': async (ada) => ({ organization: ada.organizationId }),
  'resend-event': async (ada) => ({ 'event-id': await service.newRecordOf('webhook-events', ada) }),
  'recover-endpoint': async (ada) => {
    const id = await service.newRecordOf('webhook-endpoints', ada);
    await giveUp(await testOf(id, ada));
    return { 'endpoint-id': id };
  },
  'list-endpoints': async () => {
    const owner = await newAdmin();
    await service.newRecordOf('webhook-endpoints', owner);
    return { organization: owner.organizationId };
  },
  'disable-endpoint': async () => ({
    'endpoint-id': await service.newRecordOf('webhook-endpoints', await newAdmin()),
    reason: 'Its server belongs to somebody else now.',
  }),
  'continue-work': async () => {
    const id = String(newId(new Date()));
    const row = reviewWork.first({ requestId: id, ownerId: '5' }, new Date());
    const isHeld = { kind: reviewWork.name, key: reviewWork.key(id), condition: rowExists, now: new Date() };
    const table = new Table();
    await table.putMany([row]);
    await recordFault(table, { ...isHeld, claims: MAX_CLAIMS }, new Error('A fault.'));
    return { kind: reviewWork.name, id };
  },
  'set-read-only': async (ada) => ({ 'organization-id': ada.organizationId }),
  'repeat-report': async (ada) => {
    const id = await service.recordOf('analytics-reports', ada);
    await failReport(id);
    return { id };
  },
  'redrive-webhooks': async () => ({}),
  'redrive-changes': async () => ({}),
  'redrive-work': async () => ({ queue: 'Store' }),
  'rotate-stage-secret': async () => ({}),
  reindex: async () => ({}),
} satisfies Readonly<Record<CommandName, Given>>;

const movedTypes = ['tracks', 'webhook-endpoints', 'webhook-events', 'deliveries', 'analytics-reports'];

const MOVED_AT = '2026-10-03T12:00:00.000Z';

const labelOf = ({ userId: owner }: Person) => ({
  id: newId(new Date()),
  owner,
  version: 3,
  attributes: { name: `Label ${randomUUID()}`, 'created-at': MOVED_AT, 'updated-at': MOVED_AT },
  relationships: {},
});

/** A release with everything that an import writes. */
function releaseOf() {
  const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': 'Blue Room' };
  const artists = [{ name: 'Ada', role: '1', order: 1 }];
  const audio = { 'full-audiofile-url': 'https://files.example/1.wav' };
  return {
    attributes: { title: 'Tides', release_date: '2026-11-30', ...rights, 'upc-code': newUpc() },
    ...{ links: {}, label: 'Blue Room', countries: [], dsps: ['1'], artists, shared: [] },
    tracks: [
      {
        attributes: { title: 'First', ...rights, ...audio, lyrics: 'La la' },
        links: { 'primary-genre': '32', language: '118' },
        ...{ disc: 1, order: 1, artists, direct: ['Eve'] },
        credits: [{ role: 'piano', name: 'Eve', position: null, artist: 'Eve' }],
        masters: [{ type: 'dolby_atmos', url: 'https://files.example/a.wav' }],
      },
    ],
  };
}
