/** The table accesses of the sender and the sweep, compared with what their roles allow. */
import { beforeAll, it, vi } from 'vitest';
import { namedWorkQueues, queueVariable } from '../../infra/queues/work-queues.ts';
import { newValidation, validationRemoval } from '../../shared/catalogue/masters/validation.ts';
import { newStoreWork } from '../../shared/distribution/deliveries/store-work.ts';
import { reviewKey, storeWorkKey } from '../../shared/distribution/keys.ts';
import { newReview } from '../../shared/distribution/review/review-work.ts';
import { adjust } from '../../shared/kit/records/adjust.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { matchingWorkKey } from '../../shared/matching/keys.ts';
import { newIndexing } from '../../shared/matching/release-indexing.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { importIdOf, newImportItem, type UsageImport } from '../../shared/usage/import/usage-import.ts';
import { reportWorkKey, usageImportKey } from '../../shared/usage/keys.ts';
import { newReportWork } from '../../shared/usage/reports/report-work.ts';
import { webhookEndpoints } from '../../shared/webhooks/api/webhook-endpoints.ts';
import { askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
import {
  announce,
  askForTest,
  endpointAnswering,
  now,
  pass,
  publish,
  remove,
  settle,
  sweep,
  theWire,
  usePipeline,
} from './pipeline.ts';

usePipeline();
beforeAll(hearTable);

it('the sender uses all its permissions, and needs no others', async () => {
  const failing = await endpointAnswering(500, 204);
  const leaving = await endpointAnswering(500);
  const slow = await endpointAnswering(500);
  const marked = { set: { 'slow-seconds': 10 }, when: [] };
  await adjust(new Table(), { api: definitions, resource: webhookEndpoints, id: slow.id }, marked);
  await publish(await askForTest(failing.id));
  announce();
  const first = await askedBy(settle);
  await remove(leaving.id);
  pass(5);
  const second = await askedBy(settle);
  expectAllUsed([...first, ...second], 'send-webhooks');
});

const usageImport = (): UsageImport => ({
  importId: importIdOf('plays.csv'),
  name: 'plays.csv',
  state: 'running',
  reason: null,
  startedAt: now().toISOString(),
  finishedAt: null,
  bytes: 0,
  run: 'run',
  sha256: '',
  partitions: 1,
  written: 0,
  cleaned: 0,
  counts: null,
  formerCounts: null,
  isRematch: false,
  loaded: [],
  position: 0,
  nextAttemptAt: now().toISOString(),
  claimedUntil: null,
});

it('the sweep uses all its permissions, and needs no others', async () => {
  await endpointAnswering(500);
  announce();
  await settle();
  pass(5);
  for (const [name] of namedWorkQueues)
    vi.stubEnv(queueVariable(name), `${theWire().url}/000000000000/${name}`);
  await new Table().commit([
    newValidation({ assetId: '1', ownerId: '1' }, now()),
    newIndexing({ albumId: '1', ownerId: '1', isReleased: true }, now()),
    newStoreWork({ deliveryId: '1', ownerId: '1' }, now()),
    newReportWork({ reportId: '1', ownerId: '1' }, now()),
    ...newReview({ requestId: '1', ownerId: '1' }, { qaMode: 'auto', qaWaitSeconds: 0 }, now()),
    { put: newImportItem(usageImport()) },
  ]);
  expectAllUsed(await askedBy(sweep), 'sweep');
  await new Table().commit([
    validationRemoval('1'),
    { delete: matchingWorkKey('release', '1') },
    { delete: storeWorkKey('1') },
    { delete: reportWorkKey('1') },
    { delete: reviewKey('1') },
    { delete: usageImportKey(usageImport().importId) },
  ]);
  theWire().messages.length = 0;
});
