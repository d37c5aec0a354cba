/** What operators see of webhook endpoints that fail: why, since when, what waits, and when it is attempted again. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Table } from '../../../shared/kit/table/table.ts';
import type { AttemptResult } from '../../../shared/webhooks/attempt-result.ts';
import { readEndpoints } from '../../../shared/webhooks/deliveries/find-event.ts';
import { countFailure, countSuccess } from '../../../shared/webhooks/endpoints/endpoint-health.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { command, useStores } from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';
import { testOf } from '../conformance/command-arguments.ts';
import { service } from '../conformance/service.ts';

withTable();
useStores();
let ada: Person;
let id: string;
beforeAll(async () => {
  process.env['QUEUE_NAMES'] = '{}';
  for (const name of ['WEBHOOK_DEAD_LETTER_URL', 'CHANGE_DEAD_LETTER_URL'])
    process.env[name] = process.env['STORE_QUEUE_URL'];
  ada = await newAdmin();
  id = await service.newRecordOf('webhook-endpoints', ada);
  await testOf(id, ada);
  await testOf(id, ada);
});

const at = '2026-11-05T10:00:00.000Z';

async function endpoint() {
  const found = (await readEndpoints(new Table(), { ownerId: ada.userId, ids: [id] })).get(id);
  if (!found) throw new Error('The endpoint is gone.');
  return found;
}

async function fails(result: Pick<AttemptResult, 'status' | 'error'>): Promise<void> {
  const limits = { failures: 100, ageSeconds: 72 * 3600 };
  const failed = { now: new Date(at), limits, mark: null, result: { at, ...result } };
  await countFailure(new Table(), await endpoint(), failed);
}

const shown = async () =>
  Object(await command('list-endpoints', { organization: ada.organizationId })).items[0];
const inStatus = async () => Object(await command('status', {}))['failing-endpoints'];

describe('a webhook endpoint that fails', () => {
  it.each([
    [{ status: 500, error: null }, 'The server responded with the status 500.'],
    [{ status: null, error: 'timeout' }, 'The server took too long to respond.'],
    [{ status: null, error: 'unresolvable' }, 'The host name was not found.'],
    [
      { status: null, error: 'certificate_expired' },
      'The certificate of the server has expired, or is not valid yet.',
    ],
    [{ status: null, error: 'certificate_name' }, 'The certificate of the server is for a different host.'],
  ] as const)(
    'is shown after %o with its reason, the events that wait and the next attempt',
    async (result, failure) => {
      await fails(result);
      const trouble = {
        failure,
        'failed-at': at,
        'events-waiting': 2,
        'next-attempt-at': expect.stringMatching(/^\d{4}-.*Z$/),
      };
      expect(await shown()).toMatchObject({ id, 'failing-since': at, ...trouble });
      expect(await inStatus()).toMatchObject([{ id, user: ada.userId, since: at, ...trouble }]);
    },
  );

  it('is shown without a reason after a success', async () => {
    await fails({ status: 500, error: null });
    await countSuccess(new Table(), await endpoint(), null);
    expect(await inStatus()).toEqual([]);
    expect(await shown()).toMatchObject({ failure: null, 'failed-at': null, 'events-waiting': null });
  });

  it('shows its owner no more than before', async () => {
    await fails({ status: null, error: 'unresolvable' });
    const route = service.routeFor('GET', '/webhook-endpoints/{id}');
    const read = { method: 'GET', path: `/webhook-endpoints/${id}`, token: ada.token };
    expect(JSON.stringify((await service.ask(route, 200, read)).body)).not.toMatch(
      /unresolvable|last-failure/,
    );
  });
});
