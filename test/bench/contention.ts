/** How many of fifty concurrent requests that write to one record succeed, and when the last one ends. */
import { albumAttributes } from '../support/catalogue-calls.ts';
import { startInProcess } from './in-process.ts';
import type { Figures } from './report.ts';

const REQUESTS = 50;

export async function contention(): Promise<Figures> {
  const { send, end } = await startInProcess();
  const create = (type: string, attributes: object) =>
    send('POST', `/${type}`, { data: { type, attributes } });
  const { id } = await create('albums', albumAttributes);
  const figures = {
    'PATCH /albums/{id}': await together((number) =>
      send('PATCH', `/albums/${id}`, { data: { type: 'albums', id, attributes: { title: `T ${number}` } } }),
    ),
    'POST /labels of one name': await together((number) =>
      create('labels', { name: 'Contended', description: `D ${number}` }),
    ),
    'POST /artists of one name': await together((number) =>
      create('artists', { name: 'Contended', bio: `B ${number}` }),
    ),
  };
  await end();
  return figures;
}

async function together(ask: (number: number) => Promise<unknown>): Promise<Figures[string]> {
  const begin = performance.now();
  const asked = Array.from({ length: REQUESTS }, (_, number) => ask(number));
  const succeeded = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;
  return { requests: REQUESTS, succeeded, ms: Math.round(performance.now() - begin) };
}
