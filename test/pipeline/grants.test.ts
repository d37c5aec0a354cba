/** The table accesses of the sender and the sweep, compared with what their roles allow. */

import { beforeAll, it } from 'vitest';
import { adjust } from '../../shared/kit/records/adjust.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { webhookEndpoints } from '../../shared/webhooks/api/webhook-endpoints.ts';
import { giveUp } from '../support/give-up.ts';
import { askedBy, expectAllUsed, hearTable } from '../support/grants.ts';
import { workStarts } from '../support/work-starts.ts';
import {
  announce,
  ask,
  askForTest,
  endpointResponding,
  now,
  pass,
  publish,
  queue,
  remove,
  settle,
  sweep,
  usePipeline,
} from './pipeline.ts';

usePipeline();
beforeAll(hearTable);

it('the sender uses all its permissions and needs no others', async () => {
  const failing = await endpointResponding(500, 204);
  const leaving = await endpointResponding(500);
  const slow = await endpointResponding(500);
  const marked = { set: { 'slow-seconds': 10 }, when: [] };
  await adjust(new Table(), { api: definitions, resource: webhookEndpoints, id: slow.id }, marked);
  await publish(await askForTest(failing.id));
  const announcedId = announce().id;
  const first = await askedBy(settle);
  await remove(leaving.id);
  pass(5);
  const second = await askedBy(settle);
  await giveUp(announcedId, now());
  const attributes = { since: '2020-01-01' };
  const body = { data: { type: 'webhook-endpoints', attributes } };
  await ask(202, { method: 'POST', path: `/webhook-endpoints/${slow.id}/recover`, body });
  pass(120);
  await sweep();
  const third = await askedBy(settle);
  expectAllUsed([...first, ...second, ...third], 'send-webhooks');
});

it('the sweep uses all its permissions and needs no others', async () => {
  await endpointResponding(500);
  announce();
  await settle();
  pass(5);
  const starts = Object.values(workStarts(now()));
  await new Table().commit(starts);
  expectAllUsed(await askedBy(sweep), 'sweep');
  await new Table().commit(
    starts.flatMap((start) => ('put' in start ? [{ delete: { pk: start.put.pk, sk: start.put.sk } }] : [])),
  );
  queue().lose();
});
