/** What each request costs at the table: calls, read units, write units, as its own log line says. */
import { api } from '../../shared/service/api.ts';
import type { MeasuredStage } from './stage.ts';

export interface Cost {
  readonly request: string;
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

export async function costsOfRequests(measured: MeasuredStage): Promise<Cost[]> {
  const label = await measured.ask('POST', '/labels', {
    data: { type: 'labels', attributes: { name: 'Bench' } },
  });
  const { id } = label.data;
  // The first request of a minute opens its window and takes one call more.
  await measured.ask('GET', '/labels');
  const requests: [string, string, object?][] = [
    ['POST', '/labels', { data: { type: 'labels', attributes: { name: 'Another' } } }],
    ['POST', '/labels', { data: { type: 'labels', attributes: { name: 'Another' } } }],
    ['PATCH', `/labels/${id}`, { data: { type: 'labels', id, attributes: { description: 'New' } } }],
    ['GET', `/labels/${id}`],
    ['GET', '/labels'],
    ...(await reads(measured)),
    ['DELETE', `/labels/${id}`],
  ];
  const costs: Cost[] = [];
  for (const [method, path, body] of requests) {
    measured.lines();
    await measured.ask(method, path, body);
    const line = measured.lines().find(({ event }) => event === 'request');
    const table = line?.['table'] as Omit<Cost, 'request'>;
    costs.push({ request: `${method} ${String(line?.['route'])}`, ...table });
  }
  return costs;
}

/** The list of every other resource, and one record of it where there is one. */
async function reads({ ask }: MeasuredStage): Promise<[string, string][]> {
  const others = api.resources.filter(
    ({ type, operations }) => type !== 'labels' && operations.includes('list'),
  );
  const found = await Promise.all(
    others.map(async ({ type }): Promise<[string, string][]> => {
      const { data } = await ask('GET', `/${type}?page[size]=1`.replace('?page[size]=1', ''));
      const [first] = data as unknown as { id: string }[];
      return [['GET', `/${type}`], ...(first ? [['GET', `/${type}/${first.id}`] as [string, string]] : [])];
    }),
  );
  return found.flat();
}
