/** JSON:API clients of others at the running service: each completes the same steps, and builds a whole release. */
import { describe, expect, it } from 'vitest';
import { jsonApiService } from '../stage/shared-stage.ts';
import { completesTheSteps, rejected } from '../support/json-api-clients/steps.ts';
import { devourClient } from './devour-client.ts';
import { jsonApiModelsClient } from './json-api-models-client.ts';
import { jsonaClient } from './jsona-client.ts';
import { orbitClient } from './orbit-client.ts';
import { spraypaintClient } from './spraypaint-client.ts';
import { warpDriveClient } from './warp-drive-client.ts';

describe.each([
  ['devour', devourClient],
  ['jsona', jsonaClient],
  ['json-api-models', jsonApiModelsClient],
  ['spraypaint', spraypaintClient],
  ['orbit', orbitClient],
  ['warp-drive', warpDriveClient],
])('%s', (name, clientOf) => {
  completesTheSteps(name, clientOf, () => jsonApiService(`${name}-steps`));
});

describe('orbit with client-generated ids', () => {
  it('reads records, and gets a 403 when it creates one with its own id', async () => {
    const client = orbitClient(await jsonApiService('orbit-ids'), {});
    const { total } = await client.list('genres', { filter: {}, sort: 'name', page: { number: 1, size: 2 } });
    expect(total).toBeGreaterThan(2);
    expect(await rejected(client, client.create('labels', { name: 'Orbit with ids' }))).toMatchObject([
      { status: '403', source: { pointer: '/data/id' } },
    ]);
  });
});
