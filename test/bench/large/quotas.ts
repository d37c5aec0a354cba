/** How much of each quota of an AWS account a month of activities takes in its busiest second. Pure. */
import { stageConfig } from '../../../infra/stages/stage-config.ts';
import type { Figures } from '../report.ts';
import { type Activity, isRequest } from './month.ts';

/** The busiest second, as a multiple of the average. */
const PEAK = 5;
const SECONDS = 30 * 86_400;
/** Each list of deliveries for operators is spread over so many partitions (shared/kit/table/lookup-keys.ts). */
const LIST_SHARDS = 4;
const { concurrency, throttle } = stageConfig('prod', {}, { alarmEmail: 'bench@example.com' });

/** The most used quota first. Quotas are those of an account before they are raised, or of the stage `prod`. */
export function quotasOf(activities: readonly Activity[]): Figures {
  const rows = demandsOf(activities).map(([name, demand, quota]) => {
    const percent = Math.round((1000 * demand) / quota) / 10;
    return [name, { 'at the peak': Math.round(demand), quota, percent }] as const;
  });
  return Object.fromEntries(rows.toSorted(([, one], [, other]) => other.percent - one.percent));
}

type Demand = readonly [name: string, demand: number, quota: number];

function demandsOf(activities: readonly Activity[]): readonly Demand[] {
  const sum = (of: (each: Activity) => number, among = activities) =>
    among.reduce((all, each) => all + ((PEAK * each.count) / SECONDS) * of(each), 0);
  const only = (is: Activity['is']) => activities.filter((each) => each.is === is);
  const requests = sum(() => 1, activities.filter(isRequest));
  const running = (among: readonly Activity[]) => sum(({ seconds }) => seconds, among);
  return [
    ['requests a second to API Gateway', requests, 10_000],
    ['requests a second to prod', requests, throttle?.rate ?? Number.POSITIVE_INFINITY],
    ['concurrent executions', running(activities), 1000],
    ['concurrent senders of webhooks on prod', running(only('event')), concurrency.Webhook],
    ['concurrent deliverers on prod', running(only('delivery')), concurrency.Store],
    ['read units a second of a table', sum(({ readUnits }) => readUnits), 40_000],
    ['write units a second of a table', sum(({ writeUnits }) => writeUnits), 40_000],
    // Twice: a delivery that moves to another list is deleted from one and added to the other.
    ['write units a second of a partition', (2 * sum(() => 1, only('delivery'))) / LIST_SHARDS, 1000],
    ['events a second on the bus', sum(() => 1, only('event')), 10_000],
  ];
}
