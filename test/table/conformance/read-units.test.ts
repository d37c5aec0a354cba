/** Read units of the most expensive requests of every route, on the heaviest catalogue that the limits allow. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import type { Route } from '../../../shared/kit/declare/routes.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { fillHeavily, type Heavy } from '../../support/catalogue/heavy.ts';
import { type Call, eventOf } from '../../support/event-of.ts';
import { listen } from '../../support/log.ts';
import { withTable } from '../../support/table.ts';
import { service } from './service.ts';
import { byName } from './world.ts';

withTable();
let ada: Person;
let heavy: Heavy;
beforeAll(async () => {
  ada = await newAdmin();
  heavy = await fillHeavily(ada.userId);
});

const routes = service.routes.filter(
  ({ method, serving }) => method === 'GET' && serving.does !== 'endpoint',
);

/** The resource that the response shows, whose queries the route accepts. */
function shownBy({ serving }: Route): { resource: Resource; isList: boolean } | undefined {
  if (serving.does === 'endpoint' || serving.does === 'action') return undefined;
  const { resource } = serving;
  if (serving.does === 'list' || serving.does === 'read')
    return { resource, isList: serving.does === 'list' };
  if (serving.does !== 'related') return undefined;
  const relationship = resource.relationships[serving.relationship];
  const target = service.resources.find(({ type }) => type === relationship?.type);
  return target && { resource: target, isList: relationship?.many === true };
}

/** Queries with all include paths together, with none, and with each of them alone. */
function queriesOf(route: Route): string[] {
  const shown = shownBy(route);
  if (!shown) return [''];
  const { resource, isList } = shown;
  const includes = [...resource.includes, resource.includes.join()].filter((path) => path !== '');
  const shapes = ['', ...includes.map((path) => `include=${path}`)];
  if (!isList) return shapes;
  if (resource.pageMeta === 'none') return shapes;
  return ['page[size]=20', ...shapes.map((shape) => `page[size]=${resource.pageSize.max}&${shape}`)];
}

async function idFor(route: Route): Promise<string> {
  if (!route.path.includes('{id}') || route.serving.does === 'endpoint') return '';
  const { type } = route.serving.resource;
  const known: Record<string, string> = {
    albums: heavy.album,
    tracks: heavy.track,
    artists: heavy.artist,
    labels: heavy.label,
    'distribution-requests': heavy.request,
  };
  return known[type] ?? service.recordOf(type, ada);
}

async function unitsOf({ group }: Pick<Route, 'group'>, path: string) {
  const { lines, stop } = listen();
  try {
    const { statusCode, body = '{}' } = await service.handlerOf(group)(
      eventOf({ path, token: ada.token }),
      {},
    );
    const { readUnits } = (lines.find((line) => 'table' in line)?.['table'] ?? {}) as { readUnits?: number };
    const code = statusCode === 400 ? JSON.parse(body).errors[0].title : 'OK';
    return { code, readUnits: readUnits ?? Number.NaN };
  } finally {
    stop();
  }
}

const REJECTED = 'Response too large';
const MAX_UNITS = 1500;
const MAX_REJECTED_UNITS = 300;
const limits: Readonly<Record<string, number>> = {
  OK: MAX_UNITS,
  [REJECTED]: MAX_REJECTED_UNITS,
  'Search too large': MAX_UNITS,
};

/**
 * In a catalogue of many thousands of records, finding a page takes more than the rest of a rejection.
 * @returns the path with its cost if that is too much.
 */
async function tooMuch(route: Route, path: string): Promise<string[]> {
  const { code, readUnits } = await unitsOf(route, path);
  if (readUnits <= (limits[code] ?? 0)) return [];
  const over = [`${path}: ${code}, ${readUnits} units`];
  if (code !== REJECTED || !path.includes('page[size]')) return over;
  const finding = await unitsOf(route, path.replace(/\?.*/, '?page[size]=1'));
  const isFound =
    finding.readUnits > MAX_REJECTED_UNITS && readUnits <= finding.readUnits + MAX_REJECTED_UNITS;
  return isFound ? [] : over;
}

describe('the limit of 1,500 read units, or 300 for a rejection,', () => {
  it.each(byName(routes))('holds for every query of %s', async (_, route) => {
    const id = await idFor(route);
    const over: string[] = [];
    for (const query of service.someFor(route, queriesOf(route)))
      over.push(...(await tooMuch(route, `${route.path.replace('{id}', id)}?${query}`)));
    expect(over).toEqual([]);
  });
});

it('a list of thousands of deliveries of an album takes at most 1,500 units', async () => {
  const route = routes.find(({ path }) => path === '/deliveries');
  if (!route) throw new Error('No route lists deliveries.');
  const { code, readUnits } = await unitsOf(route, `/deliveries?page[size]=20&filter[album]=${heavy.album}`);
  expect(code).toBe('OK');
  expect(readUnits).toBeLessThanOrEqual(MAX_UNITS);
});

const ask = (status: number, group: string, request: Call) =>
  service.ask({ group }, status, { token: ada.token, ...request });

describe('an oversized response', () => {
  it('is rejected with advice on a smaller request', async () => {
    const { body } = await ask(400, 'artists', { path: '/artists?page[size]=100' });
    expect(body.errors).toEqual([
      expect.objectContaining({
        code: 'response_too_large',
        detail:
          'The response would need too many reads. To reduce them, request a smaller page, or omit bio with fields[artists].',
        source: { parameter: 'page[size]' },
      }),
    ]);
  });

  it.each([
    ['texts', 'artists', () => '/artists?page[size]=100', 50],
    [
      'a level of 1,000 lists',
      'albums',
      () => `/albums/${heavy.album}?include=tracks.track-artists.artist`,
      MAX_REJECTED_UNITS,
    ],
  ])('is rejected before %s are read', async (_, group, path, most) => {
    const { code, readUnits } = await unitsOf({ group }, path());
    expect(code).toBe('Response too large');
    expect(readUnits).toBeLessThanOrEqual(most);
  });

  it.each([
    ['artists', '/artists?page[size]=100&fields[artists]=name'],
    ['tracks', '/tracks?page[size]=100&fields[tracks]=title'],
    ['tracks', '/tracks?page[size]=100&include=album-tracks.album&fields[tracks]=title&fields[albums]=title'],
    ['albums', '/albums?page[size]=100&include=artists&fields[artists]=name'],
  ])('is avoided for %s by omitting large fields (%s)', async (group, path) => {
    await ask(200, group, { path });
  });

  it('does not undo a write, and then omits included records', async () => {
    const body = { data: { type: 'albums', id: heavy.album, attributes: { title: 'Renamed' } } };
    const path = `/albums/${heavy.album}?include=tracks.track-artists.artist`;
    const { body: document } = await ask(200, 'albums', { method: 'PATCH', path, body });
    expect(document.data.attributes.title).toBe('Renamed');
    expect(document).not.toHaveProperty('included');
  });
});
