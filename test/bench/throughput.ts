/** GET /labels/{id} beside a function that does nothing, behind the same gateway, in one run: what counts is the ratio. */
import { Agent, get, type RequestOptions } from 'node:http';
import type { MeasuredStage } from './stage.ts';

const SECONDS = 5;
const CONNECTIONS = 10;

export interface Throughput {
  readonly labelsPerSecond: number;
  readonly barePerSecond: number;
}

export async function throughput({ stage, token, ask }: MeasuredStage): Promise<Throughput> {
  const { data } = await ask('POST', '/labels', {
    data: { type: 'labels', attributes: { name: 'Throughput' } },
  });
  const measure = async (path: string, seconds = SECONDS): Promise<number> => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const end = performance.now() + seconds * 1000;
    let count = 0;
    const connection = async () => {
      while (performance.now() < end) {
        const status = await statusOf(stage.url + path, {
          agent,
          headers: { Authorization: `Bearer ${token}` },
        });
        if (status < 200 || status > 299) throw new Error(`${path} failed under load with status ${status}.`);
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    agent.destroy();
    return count / seconds;
  };
  const label = `/labels/${data.id}`;
  // Functions start and engines compile before anything counts.
  for (const path of [label, '/nothing']) await measure(path, 2);
  return { labelsPerSecond: await measure(label), barePerSecond: await measure('/nothing') };
}

const statusOf = (url: string, options: RequestOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', reject);
  });
