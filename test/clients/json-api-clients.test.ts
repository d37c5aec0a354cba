/** JSON:API clients of others at the running service: each completes the same steps, and builds a whole release. */
import Kitsu from 'kitsu';
import { describe, expect, it } from 'vitest';
import { jsonApiService } from '../stage/shared-stage.ts';
import { completesTheSteps, rejected } from '../support/json-api-clients/steps.ts';
import { devourClient } from './devour-client.ts';
import { jsonApiModelsClient } from './json-api-models-client.ts';
import { jsonaClient } from './jsona-client.ts';
import { kitsuClient } from './kitsu-client.ts';
import { orbitClient } from './orbit-client.ts';
import { spraypaintClient } from './spraypaint-client.ts';
import { warpDriveClient } from './warp-drive-client.ts';

describe.each([
  ['devour', devourClient],
  ['jsona', jsonaClient],
  ['json-api-models', jsonApiModelsClient],
  ['kitsu', kitsuClient],
  ['spraypaint', spraypaintClient],
  ['orbit', orbitClient],
  ['warp-drive', warpDriveClient],
])('%s', (name, clientOf) => {
  completesTheSteps(name, clientOf, () => jsonApiService(`${name}-steps`));
});

describe('kitsu with users', () => {
  it('manages users, and includes their organization and DSPs', async () => {
    const { url, token } = await jsonApiService('kitsu-users');
    const headers = { Authorization: `Bearer ${token}` };
    const api = new Kitsu({ baseURL: url, pluralize: false, camelCaseTypes: false, headers });
    const { data: created } = await api.create('users', {
      name: 'Grace',
      email: 'grace@example.com',
      password: 'Correct-Horse-1',
      role: 'label',
    });
    const { data: read } = await api.get(`users/${created.id}`, { params: { include: 'white-label,dsps' } });
    expect(read['white-label'].data.name).toBe('kitsu-users');
    expect(read.dsps.data.length).toBeGreaterThan(1);
    const { data: updated } = await api.update('users', { id: created.id, 'is-disabled': true });
    expect(updated['is-disabled']).toBe(true);
    const { data: roles } = await api.get('users/assignable-roles');
    expect(roles).toContainEqual({ slug: 'label', name: 'Label' });
  });
});

describe('orbit with client-generated ids', () => {
  it('reads records and gets a 403 for a client-generated id', async () => {
    const client = orbitClient(await jsonApiService('orbit-ids'), {});
    const { total } = await client.list('genres', { filter: {}, sort: 'name', page: { number: 1, size: 2 } });
    expect(total).toBeGreaterThan(2);
    expect(await rejected(client, client.create('labels', { name: 'Orbit with ids' }))).toMatchObject([
      { status: '403', source: { pointer: '/data/id' } },
    ]);
  });
});
