/** GET /labels/{id} beside a function that does nothing, behind the same gateway, in one run: what counts is the ratio. */
import autocannon from 'autocannon';
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
    const result = await autocannon({
      url: stage.url + path,
      connections: CONNECTIONS,
      duration: seconds,
      headers: { Authorization: `Bearer ${token}` },
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${path} failed under load: ${result.non2xx} times.`);
    return result.requests.average;
  };
  const label = `/labels/${data.id}`;
  // Functions start and engines compile before anything counts.
  for (const path of [label, '/nothing']) await measure(path, 2);
  return { labelsPerSecond: await measure(label), barePerSecond: await measure('/nothing') };
}
