/** What a thousand large owners do in a month, and what that costs at list prices. Pure. */
import { stageConfig } from '../../../infra/stages/stage-config.ts';
import { measuredUnits } from '../../support/measured-units.ts';
import { listPrices, monthlyPrices } from '../list-prices.ts';
import type { Figures } from '../report.ts';

export interface MeasuredUse {
  readonly 'read units': number;
  readonly 'write units': number;
  readonly cpuMicroseconds: number;
}

export interface Measured {
  /** First pages of all lists, with each filter and sort. */
  readonly lists: readonly MeasuredUse[];
  /** Of a release with ten tracks to one store. */
  readonly delivery: MeasuredUse;
}

const OWNERS = 1000;
/** How long a receiver of webhooks takes to respond. */
const RECEIVER_SECONDS = 0.2;
/** The memory, in megabytes, that gives a function one core. */
const ONE_CORE = 1769;
const { memoryMegabytes } = stageConfig('prod', {}, { alarmEmail: 'bench@example.com' });

/** What all owners do of a kind in a month, and what each of it takes. */
export interface Activity {
  readonly is: 'list' | 'change' | 'delivery' | 'event';
  readonly count: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Of a function with so many megabytes. */
  readonly seconds: number;
  readonly memory: number;
}

export function activitiesOf({ lists, delivery }: Measured): readonly Activity[] {
  const average = (of: keyof MeasuredUse) => lists.reduce((sum, each) => sum + each[of], 0) / lists.length;
  const secondsAt = (memory: number, cpuMicroseconds: number) =>
    ((cpuMicroseconds / 1e6) * ONE_CORE) / memory;
  const { api, background } = memoryMegabytes;
  const cpu = average('cpuMicroseconds');
  const request = { seconds: secondsAt(api, cpu), memory: api };
  return [
    {
      is: 'list',
      count: OWNERS * 300_000,
      readUnits: average('read units'),
      writeUnits: average('write units'),
      ...request,
    },
    { is: 'change', count: OWNERS * 100_000, ...measuredUnits['PATCH /labels/{id}'], ...request },
    {
      is: 'delivery',
      count: OWNERS * 100_000,
      readUnits: delivery['read units'],
      writeUnits: delivery['write units'],
      seconds: secondsAt(background, delivery.cpuMicroseconds),
      memory: background,
    },
    {
      is: 'event',
      count: OWNERS * 1_000_000,
      ...measuredUnits.event,
      seconds: secondsAt(background, cpu) + RECEIVER_SECONDS,
      memory: background,
    },
  ];
}

export const isRequest = ({ is }: Activity): boolean => is === 'list' || is === 'change';

/** In US dollars. */
export function costsOfMonth(activities: readonly Activity[], storedBytes: number): Figures {
  const rows = activities.map((each) => [`${each.count / 1e6} million × ${each.is}`, costOf(each)] as const);
  const gigabytes = Math.round((OWNERS * storedBytes) / 1e9);
  const stored = Math.round(gigabytes * (monthlyPrices.tableGigabyte + monthlyPrices.recoveryGigabyte));
  const sum = rows.reduce((all, [, costs]) => all + costs.sum, stored);
  return { ...Object.fromEntries(rows), [`${gigabytes} GB stored`]: { sum: stored }, 'a month': { sum } };
}

function costOf(activity: Activity) {
  const { count, readUnits, writeUnits, seconds, memory } = activity;
  const table = readUnits * listPrices.readUnit + writeUnits * listPrices.writeUnit;
  const functions = listPrices.invocation + ((seconds * memory) / 1024) * listPrices.gigabyteSecond;
  const api = isRequest(activity) ? listPrices.apiRequest : 0;
  const messages = isRequest(activity) ? 0 : 3 * listPrices.queueRequest;
  const queuesAndBus = messages + (activity.is === 'event' ? listPrices.busEvent : 0);
  const dollars = (each: number) => Math.round(each * count);
  return {
    'table, $': dollars(table),
    'functions, $': dollars(functions),
    'API, $': dollars(api),
    'queues and bus, $': dollars(queuesAndBus),
    sum: dollars(table + functions + api + queuesAndBus),
  };
}
