/** What an organization has beside its catalogue: users, webhooks, reports, payments, matches, and work of each kind. */
import { createHash, randomUUID } from 'node:crypto';
import { artworkWork } from '../../../../shared/catalogue/artwork/artwork-work.ts';
import { foldWork } from '../../../../shared/kit/records/fold-work.ts';
import { rowExists } from '../../../../shared/kit/table/expressions.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { MAX_CLAIMS, recordFault } from '../../../../shared/kit/work/work-faults.ts';
import { digestWork } from '../../../../shared/matching/digests/digest-work.ts';
import { indexingWork } from '../../../../shared/matching/released/indexing-work.ts';
import { soundIndexingWork } from '../../../../shared/matching/released/sound-indexing-work.ts';
import { analysisWork } from '../../../../shared/matching/sound/analysis-work.ts';
import { Bucket } from '../../../../shared/platform/bucket/bucket.ts';
import { environment } from '../../../../shared/platform/settings.ts';
import { reportObject } from '../../../../shared/usage/import/usage-objects.ts';
import { service } from '../../../table/conformance/service.ts';
import { newAdmin, PASSWORD, type Person } from '../../calls.ts';
import { ask, create } from '../../distribution/release.ts';
import { command } from '../../distribution/stores.ts';
import { failReport } from '../../failed-report.ts';
import { giveUp } from '../../give-up.ts';
import { giveMatches, matchFound } from '../../matches.ts';
import { pay } from '../../royalties.ts';
import type { Cast } from '../cast.ts';
import { catalogue } from './small-catalogue.ts';

const user = () => ({
  attributes: {
    name: 'Grace',
    email: `${randomUUID()}@example.com`,
    password: 'Correct-Horse-1',
    role: 'label',
  },
  relationships: { dsps: { data: [{ type: 'dsps', id: '1' }] } },
});

const newAdministrator = async ({ userId }: Person): Promise<string> => {
  const admin = { name: 'Joan', email: `${randomUUID()}@example.com`, 'admin-password': PASSWORD };
  const added = await command('add-admin', { 'organization-user-id': userId, ...admin });
  return String(Object(added)['admin-id']);
};

/** Work that was stopped after many attempts without an outcome. */
async function stopWork(albumId: string, ownerId: string): Promise<void> {
  const table = new Table();
  await table.putMany([artworkWork.first({ albumId, ownerId }, new Date())]);
  const held = { kind: artworkWork.name, key: artworkWork.key(albumId), condition: rowExists };
  await recordFault(table, { ...held, now: new Date(), claims: MAX_CLAIMS }, new Error('A fault.'));
}

async function testOf(ada: Person, endpoint: string): Promise<string> {
  const path = `/webhook-endpoints/${endpoint}/test`;
  const route = service.routeFor('POST', '/webhook-endpoints/{id}/test');
  return (await service.ask(route, 202, { method: 'POST', path, token: ada.token })).body.data.id;
}

async function reportOn(ada: Person, date: string): Promise<string> {
  const data = { type: 'analytics-reports', attributes: { 'dsp-id': 3, date } };
  return (await ask(ada, 202, 'POST', '/analytics-reports', { data })).body.data.id;
}

const HEADER = 'date,dsp_id,country,isrc,plays,revenue,currency';

/** The files of the reports that operations import. @returns the arguments of an import. */
export const reportFile = (content: string, file: string) => {
  const sha256 = createHash('sha256').update(textOf(content)).digest('hex');
  return { file, sha256, bytes: Buffer.byteLength(textOf(content)), uploaded: true };
};
const textOf = (content: string): string => `${HEADER}\n2026-10-03,1,US,DEAB12600009,${content},1.5,EUR\n`;

export async function uploadReport(content: string): Promise<void> {
  const { sha256 } = reportFile(content, '');
  await new Bucket(environment('BUCKET_NAME')).create(reportObject(sha256), [textOf(content)]);
}

/** Kinds that nothing else has started. */
async function startWork(ownerId: string, album: string, track: string): Promise<void> {
  const now = new Date();
  await new Table().commit([
    artworkWork.start({ albumId: album, ownerId }, now),
    indexingWork.start({ albumId: album, ownerId, isReleased: true }, now),
    analysisWork.start({ trackId: track, ownerId }, now),
    digestWork.start({ trackId: track, ownerId, startedAt: now.toISOString() }, now),
    soundIndexingWork.start({ trackId: track, ownerId }, now),
    foldWork.start({ listId: `tracks#${ownerId}#check`, ownerId }, now),
    foldWork.start({ listId: `labels#${ownerId}#check`, ownerId }, now),
  ]);
}

export async function organizationScene(): Promise<Cast> {
  const ada = await newAdmin({ video: true, 'music-videos': true });
  const records = await catalogue(ada);
  const administrators = [await newAdministrator(ada)];
  const [album = '', other = ''] = records['albums'] ?? [];
  await stopWork(other, ada.userId);
  const users = [await create(ada, 'users', user()), await create(ada, 'users', user())];
  await command('disable-user', { 'user-id': users[1] });
  await command('erase-user', { 'user-id': await create(ada, 'users', user()) });
  const endpoint = {
    attributes: { url: 'https://127.0.0.1:9/hook', events: ['delivery.created'], description: 'Ours' },
  };
  const endpoints = [
    await create(ada, 'webhook-endpoints', endpoint),
    await create(ada, 'webhook-endpoints', endpoint),
  ];
  const [first = '', recovered = ''] = endpoints;
  const failed = await testOf(ada, first);
  await giveUp(failed);
  await giveUp(await testOf(ada, recovered));
  await command('recover-endpoint', { 'endpoint-id': recovered });
  const waiting = await testOf(ada, first);
  const reports = [await reportOn(ada, '2026-10-03'), await reportOn(ada, '2026-10-04')] as const;
  await failReport(reports[1]);
  const payment = await pay(ada, { reference: 'PAIR-0' });
  const [track = '', shared = ''] = records['tracks'] ?? [];
  await giveMatches({ trackId: track, ownerId: ada.userId }, [matchFound()]);
  for (const content of ['10', '20', '30']) await uploadReport(content);
  await command('import-usage', reportFile('30', 'earlier.csv'));
  await startWork(ada.userId, album, shared);
  return {
    ada,
    records: {
      ...records,
      ...{ users, administrators },
      'webhook-endpoints': endpoints,
      'webhook-events': [failed, waiting],
      'analytics-reports': reports,
      'royalty-payments': [payment],
    },
  };
}
