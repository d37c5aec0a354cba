/**
 * What a stage costs: `npm run bench -- costs`. Multiplies what the local stage counts with the list prices
 * of AWS. A function's time is its CPU, divided by the share of a core that its memory gives it on Lambda, and
 * its waits for the table and for receivers, one after another. CPU is measured in this process. Of work that
 * seldom waits, it is the time that its line says.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { runCommandLine } from '../../bin/operator/run.ts';
import { stageConfig } from '../../infra/stages/stage-config.ts';
import { countryData } from '../../shared/reference/data/countries.ts';
import { useOfDelivery } from './delivery.ts';
import { eventTime } from './event-time.ts';
import { listPrices } from './list-prices.ts';
import { certificateOf, codeOf, releaseAll, until } from './releases.ts';
import type { Figures } from './report.ts';
import { requestTimes, type Time } from './request-times.ts';
import { type MeasuredStage, startMeasured } from './stage.ts';

type Line = Readonly<Record<string, unknown>>;

interface Priced {
  readonly name: string;
  /** How many priced units the lines report. */
  readonly count: number;
  readonly lines: readonly Line[];
  /** By line. Of others, the lines say how long they took. */
  readonly times?: Times;
}

type Times = Readonly<Record<string, Time>>;

const REQUESTS = 200;
const RELEASES = 10;
const TRACKS = 10;
const STORES = 2;
/** Each of them takes some seconds. */
const SONGS = 4;
const SONG_SECONDS = 210;
const USAGE_DAYS = 28;
/** Seconds of a call of the table. */
const CALL = 0.005;
/** Seconds until a receiver of webhooks responds. */
const RESPONSE = 0.1;
/** The memory, in megabytes, that gives a function one core. */
const ONE_CORE = 1769;
const { memoryMegabytes } = stageConfig('dev', {});

export async function costs(): Promise<Figures> {
  // Before the stage starts, whose threads would share the cores.
  const times = await requestTimes();
  const { cpuMicroseconds } = await useOfDelivery();
  const measured = await startMeasured();
  const all = [
    ...(await requests(measured, times)),
    await sound(measured),
    ...(await distribution(measured, {
      request: times['POST /tracks'],
      'store.attempted': { cpu: cpuMicroseconds / 1e6 },
    })),
    await usage(measured),
  ];
  await measured.stage.end();
  return Object.fromEntries(all.map((each) => [each.name, priceOf(each)]));
}

async function requests(
  measured: MeasuredStage,
  times: Awaited<ReturnType<typeof requestTimes>>,
): Promise<Priced[]> {
  const { ask, lines } = measured;
  const attributes = (number: number) => ({ name: `Label ${number}` });
  const make = (number: number) =>
    ask('POST', '/labels', { data: { type: 'labels', attributes: attributes(number) } });
  const priced = async (name: keyof typeof times, send: (number: number) => Promise<{ status: number }>) => {
    // The first request starts the function.
    await send(-1);
    lines();
    for (let number = 0; number < REQUESTS; number++) {
      const { status } = await send(number);
      if (status >= 300) throw new Error(`${name} got ${status}.`);
    }
    return {
      name: `1,000,000 × ${name}`,
      count: REQUESTS / 1e6,
      lines: lines().filter(isOf('request')),
      times: { request: times[name] },
    };
  };
  const created = await priced('POST /labels', make);
  const { data } = await make(REQUESTS);
  return [
    await priced('GET /labels/{id}', () => ask('GET', `/labels/${data.id}`)),
    await priced('GET /labels (20 of 200)', () => ask('GET', '/labels')),
    created,
  ];
}

async function distribution(measured: MeasuredStage, known: Times): Promise<Priced[]> {
  // The first release starts the functions.
  await releaseAll(measured, { from: RELEASES, count: 1, tracks: 1 });
  measured.lines();
  await releaseAll(measured, { from: 0, count: RELEASES, tracks: TRACKS });
  const lines = measured.lines();
  const deliveries = lines.filter(isOf('store.attempted', 'store.reported'));
  const events = lines.filter(isOf('event.processed'));
  const attempts = lines.filter(isOf('delivery.attempted'));
  const batch = Math.round(events.length / invocationsOf(events).length);
  console.error(`${events.length} events in invocations of ${batch}`);
  // The line of an attempt is of the same work as that of its event.
  const times = {
    ...known,
    'event.processed': { cpu: await eventTime(batch) },
    'delivery.attempted': { cpu: 0, rounds: 0 },
  };
  return [
    { name: `1,000 releases with ${TRACKS} tracks to ${STORES} stores`, count: RELEASES / 1e3, lines, times },
    { name: '1,000,000 deliveries to a store', count: (RELEASES * STORES) / 1e6, lines: deliveries, times },
    {
      name: '1,000,000 events to webhook endpoints',
      count: events.length / 1e6,
      lines: [...events, ...attempts],
      times,
    },
  ];
}

/** What the comparison by sound adds to a release, once the audio of its tracks can be read. */
async function sound(measured: MeasuredStage): Promise<Priced> {
  const workerData = { ...certificateOf(measured), seconds: SONG_SECONDS, songs: SONGS };
  const thread = new Worker(new URL('./song-thread.ts', import.meta.url), { workerData });
  const [port]: number[] = await once(thread, 'message');
  measured.lines();
  const lines: Line[] = [];
  await releaseAll(measured, {
    from: RELEASES + 1,
    count: 1,
    tracks: SONGS,
    audioOf: (order) => `https://localhost:${port}/${order}.wav`,
  });
  const indexed = () =>
    lines.filter(({ event, entries }) => event === 'sound.indexed' && Number(entries) > 0).length;
  await until(
    () => {
      lines.push(...measured.lines().filter(isOf('audio.analyzed', 'sound.indexed')));
      return indexed() === SONGS;
    },
    () => `${SONGS - indexed()} songs are not indexed`,
  );
  await thread.terminate();
  return { name: '10,000 tracks of 3.5 minutes analyzed and compared', count: SONGS / 1e4, lines };
}

/** A report of plays of every track in 200 countries. */
async function usage(measured: MeasuredStage): Promise<Priced> {
  const folder = mkdtempSync(join(tmpdir(), 'costs-'));
  const file = join(folder, 'plays.csv');
  const countries = countryData
    .rows()
    .slice(0, 200)
    .map((country) => country['alpha2-code']);
  const rows = ['date,dsp_id,country,isrc,plays,revenue,currency'];
  for (let number = 0; number < RELEASES * TRACKS; number++) {
    const isrc = codeOf(Math.floor(number / TRACKS), (number % TRACKS) + 1);
    for (let day = 1; day <= USAGE_DAYS; day++)
      for (const country of countries)
        rows.push(`2026-01-${String(day).padStart(2, '0')},1,${country},${isrc},${day},${day / 100},EUR`);
  }
  writeFileSync(file, `${rows.join('\n')}\n`);
  measured.lines();
  const code = await runCommandLine(['import-usage', file], {
    environment: { AWS_ENDPOINT_URL: measured.stage.awsUrl },
    input: Readable.from([]),
    output: process.stderr,
    errors: process.stderr,
  });
  if (code !== 0) throw new Error('The report was not imported.');
  rmSync(folder, { recursive: true });
  const count = (rows.length - 1) / 1e9;
  // Not those of lists that are folded at the same time.
  const lines = measured.lines().filter(({ event }) => String(event).startsWith('usage.'));
  return { name: '1,000,000,000 lines of usage', count, lines };
}

const isOf =
  (...events: readonly string[]) =>
  ({ event }: Line): boolean =>
    events.includes(String(event));

/** How often the lines say that something was used, and what it costs. */
function priceOf({ count, lines, times = {} }: Priced): Figures[string] {
  const units = (name: string) =>
    lines.reduce((sum, { table }) => sum + ((table as Record<string, number> | undefined)?.[name] ?? 0), 0);
  const requests = lines.filter(isOf('request')).length;
  const messages = lines.filter(({ messageId }) => messageId !== undefined);
  const invocations = invocationsOf(lines);
  const used = {
    apiRequest: requests,
    invocation: invocations.length,
    gigabyteSecond: invocations.reduce((sum, some) => sum + gigabyteSecondsOf(some, times), 0),
    readUnit: units('readUnits'),
    writeUnit: units('writeUnits'),
    // Each is sent alone. Those of an invocation are received and deleted together.
    queueRequest: messages.length + 2 * invocationsOf(messages).length,
    busEvent: lines.filter(isOf('event.processed')).length,
    logGigabyte: lines.reduce((sum, line) => sum + bytesOf(line), 0) / 1e9,
  } satisfies Readonly<Record<keyof typeof listPrices, number>>;
  const dollars = (...names: readonly (keyof typeof used)[]) =>
    Number((names.reduce((sum, name) => sum + used[name] * listPrices[name], 0) / count).toFixed(2));
  return {
    'read units': Math.round(used.readUnit / count),
    'write units': Math.round(used.writeUnit / count),
    'table, $': dollars('readUnit', 'writeUnit'),
    'functions, $': dollars('invocation', 'gigabyteSecond'),
    'API, $': dollars('apiRequest'),
    'queues and bus, $': dollars('queueRequest', 'busEvent'),
    'logs, $': dollars('logGigabyte'),
    'sum, $': dollars(...(Object.keys(used) as (keyof typeof used)[])),
  };
}

/** Lines by the invocation that wrote them. */
const invocationsOf = (lines: readonly Line[]): (readonly Line[])[] => [
  ...Map.groupBy(lines, ({ invocation }) => invocation).values(),
];

/** Bytes that Lambda adds to a line, also the id of its invocation, and the access log to a request. */
const ENVELOPE = 120;

const bytesOf = ({ invocation: _, ...line }: Line): number => JSON.stringify(line).length + ENVELOPE;

/** The CPU takes longer with less memory, and costs the same. The lines of an invocation wait together. */
function gigabyteSecondsOf(lines: readonly Line[], times: Times): number {
  const seconds = lines.map(
    ({ event, durationMs }) => times[String(event)]?.cpu ?? Number(durationMs ?? 0) / 1000,
  );
  const waits = lines.map((line) => waitsOf(line, times[String(line['event'])]));
  const computed = seconds.reduce((sum, each) => sum + each, 0);
  return computed * (ONE_CORE / 1024) + Math.max(...waits) * (memoryOf(lines) / 1024);
}

function waitsOf({ event, table }: Line, time: Time | undefined): number {
  if (!time) return 0;
  const calls = Number((table as Readonly<Record<string, number>> | undefined)?.['calls'] ?? 0);
  return (time.rounds ?? calls) * CALL + (event === 'event.processed' ? RESPONSE : 0);
}

function memoryOf([line]: readonly Line[]): number {
  const workloads = { request: 'api', 'usage.imported': 'imports', 'audio.analyzed': 'audio' } as const;
  return memoryMegabytes[workloads[line?.['event'] as keyof typeof workloads] ?? 'background'];
}
