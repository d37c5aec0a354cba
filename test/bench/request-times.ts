/** CPU of requests in this process, with the table in another one. */
import { albumAttributes, trackAttributes, trackLinks } from '../support/catalogue-calls.ts';
import { startInProcess } from './in-process.ts';

const TIMES = 150;
const LABELS = 200;

/** @returns seconds of CPU for each request, of the fastest tenth. Other work on the machine slows the rest. */
export async function requestTimes(): Promise<Readonly<Record<string, number>>> {
  const { send, end } = await startInProcess();
  const post = async (type: string, members: object): Promise<string> =>
    JSON.parse(await send('POST', `/${type}`, { data: { type, ...members } })).data.id;
  const newLabel = (number: number) => post('labels', { attributes: { name: `Label ${number}` } });
  let label = '';
  for (let number = 0; number < LABELS; number++) label = await newLabel(number);
  const album = await post('albums', { attributes: albumAttributes });
  const attributes = (order: number) => ({ ...trackAttributes, title: `Track ${order}`, order });
  const times = {
    'GET /labels/{id}': await timeOf(() => send('GET', `/labels/${label}`)),
    'GET /labels (20 of 200)': await timeOf(() => send('GET', '/labels')),
    'POST /labels': await timeOf((number) => newLabel(LABELS + number)),
    'POST /tracks': await timeOf((number) =>
      post('tracks', { attributes: attributes(number + 1), relationships: trackLinks([album]) }),
    ),
  };
  await end();
  return times;
}

async function timeOf(request: (number: number) => Promise<unknown>): Promise<number> {
  const seconds: number[] = [];
  for (let number = 0; number < TIMES; number++) {
    const before = process.threadCpuUsage();
    await request(number);
    const { user, system } = process.threadCpuUsage(before);
    seconds.push((user + system) / 1e6);
  }
  return seconds.toSorted((left, right) => left - right)[TIMES / 10] ?? Number.NaN;
}
