/** CPU and rounds of requests in this process, with the table in another one. */
import { albumAttributes, trackAttributes, trackLinks } from '../support/catalogue-calls.ts';
import { countRounds } from '../support/rounds.ts';
import { startInProcess } from './in-process.ts';

const TIMES = 150;
const LABELS = 200;

export interface Time {
  /** Seconds. */
  readonly cpu: number;
  /** Calls of the table that follow one another. Undefined if all of a line do. */
  readonly rounds?: number;
}

/** @returns the time of each request, of the fastest tenth. Other work on the machine slows the rest. */
export async function requestTimes() {
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

async function timeOf(request: (number: number) => Promise<unknown>): Promise<Time> {
  const rounds = countRounds();
  await request(0);
  const seconds: number[] = [];
  const counted = rounds();
  for (let number = 1; number <= TIMES; number++) {
    const before = process.threadCpuUsage();
    await request(number);
    const { user, system } = process.threadCpuUsage(before);
    seconds.push((user + system) / 1e6);
  }
  const cpu = seconds.toSorted((left, right) => left - right)[TIMES / 10] ?? Number.NaN;
  return { cpu, rounds: counted };
}
