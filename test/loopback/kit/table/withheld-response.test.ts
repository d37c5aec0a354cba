/** A table that does not respond to a call. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Table } from '../../../../shared/kit/table/table.ts';
import { forgetAll } from '../../../../shared/platform/once.ts';
import { handleArrived, moveClock, reaching, withHeldClock } from '../../../support/held-clock.ts';

const RESPONSE_MS = 2000;

withHeldClock();

it('a call without a response is repeated after two seconds', async () => {
  const calls: ServerResponse[] = [];
  const server = createServer((_, response) => calls.push(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
    forgetAll();
  });
  const variables = {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TABLE_NAME: 'table',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  forgetAll();
  const getting = new Table().get({ pk: 'a', sk: '#' });
  await reaching(() => calls.length === 1);
  await handleArrived();
  await moveClock(RESPONSE_MS - 1);
  await handleArrived();
  expect(calls[0]?.destroyed).toBe(false);
  await moveClock(1);
  // The pause before the next attempt is random.
  await moveClock(1000);
  await reaching(() => calls.length === 2);
  calls[1]?.setHeader('content-type', 'application/x-amz-json-1.0').end('{"Item":{"pk":{"S":"a"}}}');
  expect(await getting).toEqual({ pk: 'a' });
});
