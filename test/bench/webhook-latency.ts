/** Webhooks on the local stage: events a second to five endpoints, one of which never responds. `npm run bench -- webhook-latency` */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Told } from './receiver-thread.ts';
import { type MeasuredStage, startMeasured } from './stage.ts';

const ENDPOINTS = 5;
const EVENTS_A_SECOND = 50;

/** @param seconds for which events are requested. */
export async function webhookLatency(seconds: number): Promise<void> {
  const measured = await startMeasured();
  const rows = [];
  for (const isOneHanging of [false, true]) rows.push(await run(measured, { seconds, isOneHanging }));
  console.table(rows);
  await measured.stage.end();
}

async function run(
  measured: MeasuredStage,
  { seconds, isOneHanging }: { seconds: number; isOneHanging: boolean },
): Promise<object> {
  const { port, latencies, end } = await receiver(measured);
  const endpoints: string[] = [];
  for (let index = 0; index < ENDPOINTS; index++) {
    const isHanging = isOneHanging && index === 0;
    endpoints.push(await register(measured, `https://localhost:${port}/${isHanging ? 'hang' : 'response'}`));
  }
  const good = endpoints.slice(isOneHanging ? 1 : 0);
  const wanted = (seconds * EVENTS_A_SECOND * good.length) / ENDPOINTS;
  const started = performance.now();
  for (let count = 0; count < seconds * EVENTS_A_SECOND; count++) {
    await until(started + (count * 1000) / EVENTS_A_SECOND);
    void measured.ask('POST', `/webhook-endpoints/${endpoints[count % ENDPOINTS]}/test`);
  }
  const deadline = performance.now() + 120_000;
  while (latencies.length < wanted && performance.now() < deadline) await wait(50);
  const tookSeconds = (performance.now() - started) / 1000;
  end();
  for (const id of endpoints) await measured.ask('DELETE', `/webhook-endpoints/${id}`);
  const sorted = latencies.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)];
  return {
    endpoints: isOneHanging ? '4 good, 1 hanging' : '5 good',
    events: sorted.length,
    of: wanted,
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'a second': Math.round(sorted.length / tookSeconds),
  };
}

async function register({ ask }: MeasuredStage, url: string): Promise<string> {
  const attributes = { url, events: ['album.status_changed'] };
  const { data } = await ask('POST', '/webhook-endpoints', {
    data: { type: 'webhook-endpoints', attributes },
  });
  return data.id;
}

const until = (moment: number) => wait(Math.max(0, moment - performance.now()));

interface Receiving {
  readonly port: number;
  /** Milliseconds from each event to its arrival. */
  readonly latencies: readonly number[];
  readonly end: () => void;
}

async function receiver({ stage }: MeasuredStage): Promise<Receiving> {
  const [key, cert] = ['localhost-key.pem', 'localhost.pem'].map((name) =>
    readFileSync(join(stage.dataDirectory, 'certificates', name)),
  );
  const thread = new Worker(new URL('./receiver-thread.ts', import.meta.url), { workerData: { key, cert } });
  const latencies: number[] = [];
  const port = await new Promise<number>((resolve) => {
    thread.on('message', (told: Told) => {
      if ('port' in told) resolve(told.port);
      else latencies.push(told.latencyMs);
    });
  });
  return { port, latencies, end: () => void thread.terminate() };
}
