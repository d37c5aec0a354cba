/** The questions for the simulation: do bad endpoints delay a good one, and how do very many retries end? */
import { type StageConfig, stageConfig } from '../../../infra/stages/stage-config.ts';
import { awsQuotas } from './quotas.ts';
import { type Endpoint, Service } from './service.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const good: Endpoint['response'] = (_, random) => ({ ms: 40 + 60 * random(), status: 204 });
const slow: Endpoint['response'] = () => ({ ms: 2000, status: 204 });
const rejecting: Endpoint['response'] = () => ({ ms: 5, status: null });
const hanging: Endpoint['response'] = () => ({ ms: 10_000, status: null });

const service = (stage: StageConfig, seed: number, isPaced = true) =>
  new Service({
    quotas: { ...awsQuotas, senders: stage.concurrency.Webhook, sweepSeconds: stage.sweepSeconds },
    settings: stage.functionSettings,
    seed,
    isPaced,
  });

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ?? Number.NaN;

const delaysOf = ({ firsts }: Endpoint): number[] => firsts.map(({ delayMs }) => delayMs);

/** Events at random times. */
function source(
  run: Service,
  endpoint: Endpoint,
  { perSecond, untilMs }: { perSecond: number; untilMs: number },
): void {
  const next = () => {
    if (run.time.ms >= untilMs) return;
    run.announce(endpoint);
    run.time.after((-Math.log(1 - run.random()) / perSecond) * SECOND, next);
  };
  run.time.after(0, next);
}

export interface Isolation {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly slowInFlight: number;
  readonly hangingInFlight: number;
}

export interface Neighbours {
  /** Events waiting for the hanging endpoint at the beginning. */
  readonly backlog: number;
  readonly perSecond: number;
  /** Of each kind. */
  readonly endpoints: number;
}

/**
 * A good endpoint with an event a second, and its neighbours, for some minutes, and until its events have
 * been sent.
 */
export function isolation(
  stage: StageConfig,
  neighbours: Neighbours | undefined,
  { seed = 1, minutes = 10, isPaced = true } = {},
): Isolation {
  const run = service(stage, seed, isPaced);
  const untilMs = minutes * MINUTE;
  const quick = run.endpoint('good', good);
  const kinds = { slow, rejecting, hanging };
  const others = Object.entries(kinds).flatMap(([name, response]) =>
    Array.from({ length: neighbours?.endpoints ?? 0 }, (_, each) =>
      run.endpoint(`${name}-${each}`, response),
    ),
  );
  source(run, quick, { perSecond: 1, untilMs });
  for (const each of others) source(run, each, { perSecond: neighbours?.perSecond ?? 0, untilMs });
  const stuck = others.filter(({ id }) => id.startsWith('hanging'));
  for (let event = 0; event < (neighbours?.backlog ?? 0); event++)
    for (const each of stuck) run.announce(each);
  run.time.run(untilMs);
  const last = untilMs + 5 * MINUTE;
  while (quick.firsts.length < quick.announced && run.time.ms < last) run.time.run(run.time.ms + SECOND);
  const most = (kind: string) =>
    Math.max(0, ...others.filter(({ id }) => id.startsWith(kind)).map(({ mostInFlight }) => mostInFlight));
  return {
    medianMs: quantile(delaysOf(quick), 0.5),
    p99Ms: quantile(delaysOf(quick), 0.99),
    slowInFlight: most('slow'),
    hangingInFlight: most('hanging'),
  };
}

function isolationTable(): object[] {
  const prod = stageConfig('prod', {}, { alarmEmail: 'a@example.com' });
  const dev = stageConfig('dev', {});
  const one: Neighbours = { backlog: 300, perSecond: 5, endpoints: 1 };
  const many: Neighbours = { backlog: 30, perSecond: 2, endpoints: 40 };
  return [prod, dev].flatMap((stage) => {
    const alone = isolation(stage, undefined);
    const row = (beside: string, result: Isolation) => ({
      stage: `${stage.name}, ${stage.concurrency.Webhook} senders`,
      'good endpoint beside': beside,
      'median ms': Math.round(result.medianMs),
      'p99 ms': Math.round(result.p99Ms),
      'of alone': Number((result.medianMs / alone.medianMs).toFixed(2)),
      'slow in flight': result.slowInFlight,
      'hanging in flight': result.hangingInFlight,
    });
    return [
      row('nothing', alone),
      row('1 hanging, 1 slow, 1 rejecting, backlog 300', isolation(stage, one)),
      row('the same, without pacing', isolation(stage, one, { isPaced: false })),
      row('40 of each kind, backlog 30 each', isolation(stage, many)),
    ];
  });
}

/** Many retries, due at random times within some hours, which wait in the table until then. */
export function waitingRetries(count: number, hours: number) {
  const run = service(stageConfig('prod', {}, { alarmEmail: 'a@example.com' }), 1);
  const endpoints = Array.from({ length: 2000 }, (_, each) => run.endpoint(String(each), good));
  for (let event = 0; event < count; event++) {
    const endpoint = endpoints[event % endpoints.length];
    if (endpoint) run.addWaiting(endpoint, HOUR + run.random() * hours * HOUR);
  }
  run.time.run(HOUR - 2 * MINUTE);
  const whileWaiting = run.queued;
  run.time.run((hours + 1.2) * HOUR);
  const { dueIndex } = run;
  return {
    retries: count,
    'due within': `${hours} h`,
    delivered: run.delivered,
    'latest, s': Number((run.mostLateMs / SECOND).toFixed(1)),
    'in the queue while waiting': whileWaiting,
    'most senders': run.mostBusy,
    'rows a sweep, most': dueIndex.mostWoken,
    'longest sweep, s': Number((dueIndex.longestSweepMs / SECOND).toFixed(1)),
    'sweep units a retry': `${(dueIndex.readUnits / count).toFixed(1)} read, ${(dueIndex.writeUnits / count).toFixed(1)} write`,
  };
}

/** All endpoints are down for six hours while events continue, and then respond again. */
function outage(kind: 'hang' | 'reject'): object {
  const stage = stageConfig('prod', {}, { alarmEmail: 'a@example.com' });
  const run = service(stage, 1);
  const outageMs = 6 * HOUR;
  const down = kind === 'hang' ? hanging : rejecting;
  const endpoints = Array.from({ length: 500 }, (_, each) =>
    run.endpoint(String(each), (atMs, random) => (atMs < outageMs ? down : good)(atMs, random)),
  );
  for (const each of endpoints) source(run, each, { perSecond: 0.005, untilMs: outageMs + HOUR });
  run.time.run(outageMs);
  const pending = endpoints.reduce((sum, { firsts }) => sum + firsts.length, 0) - run.delivered;
  const unitsBefore = run.writeUnits;
  run.time.run(outageMs + HOUR);
  const after = endpoints.flatMap(({ firsts }) => firsts.filter(({ createdMs }) => createdMs > outageMs));
  const late = after.map(({ delayMs }) => delayMs);
  const later = after
    .filter(({ createdMs }) => createdMs > outageMs + 10 * MINUTE)
    .map(({ delayMs }) => delayMs);
  const inAnHour = run.delivered;
  run.time.run(outageMs + 12 * HOUR);
  return {
    'all endpoints': `${kind} for 6 h`,
    'events attempted': pending,
    'write units an event': Number((unitsBefore / Math.max(1, pending)).toFixed(0)),
    'new events in the hour after, median ms': Math.round(quantile(late, 0.5)),
    'from 10 min after': Math.round(quantile(later, 0.5)),
    'delivered after 1 h': inAnHour,
    'after 12 h': run.delivered,
    'last, h after the end': Number(((run.lastDeliveredMs - outageMs) / HOUR).toFixed(1)),
  };
}

/**
 * Prints what the simulation finds. Always the same: the random numbers are seeded, and the clock is virtual.
 */
export function simulateWebhooks(): void {
  console.log('\nSimulation of webhooks on AWS: a good endpoint, from the change to its request');
  console.table(isolationTable());
  console.log('\nRetries that wait in the table');
  console.table([waitingRetries(1_000_000, 10)]);
  console.log('\nAn outage of all endpoints');
  console.table([outage('hang'), outage('reject')]);
}
