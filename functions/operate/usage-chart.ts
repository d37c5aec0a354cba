/** usage-chart: the numbers of the picture, which the command line draws. */
import { users } from '../../shared/accounts/api/users.ts';
import { findRecord } from '../../shared/kit/records/store.ts';
import { problem } from '../../shared/kit/values/problems.ts';
import type { Given } from '../../shared/operator/index.ts';
import { sumPlays } from '../../shared/usage/trends/sum-plays.ts';
import type { DayRange } from '../../shared/usage/trends/trend-range.ts';
import { isTimeUp } from './dead-letters.ts';
import type { CommandHandler, Operation } from './operation.ts';

const DEFAULT_DAYS = 90;
/** Three years: one picture cannot show more. */
const MAX_DAYS = 3 * 366;
const DAY_MS = 86_400_000;

/** With `next`, there are more tracks: the same command again, with `after` and the same days, gives their plays. */
export const usageChart: CommandHandler<'usage-chart'> = async (given, operation) => {
  const { 'user-id': ownerId, after } = given;
  const days = daysOf(given, operation);
  const user = await findRecord(operation, users, ownerId);
  if (!user) throw problem('unknown_record', `There is no user ${ownerId}.`);
  const wanted = { ownerId, days, after, isTimeUp: () => isTimeUp(operation) };
  const sums = await sumPlays(operation.table, wanted);
  return {
    name: user.fields.name,
    ...days,
    days: Object.fromEntries(sums.days),
    countries: Object.fromEntries(sums.countries),
    ...(sums.next !== undefined && { next: sums.next }),
  };
};

/** @throws invalid_value for a range that ends before it begins, or is too long. */
function daysOf({ from: first, to: last }: Given<'usage-chart'>, { now }: Operation): DayRange {
  const to = last ?? now.toISOString().slice(0, 10);
  const from = first ?? new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  if (from > to) throw problem('invalid_value', `--from must not be after ${last ? '--to' : 'today'}.`);
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_DAYS)
    throw problem('invalid_value', `--from and --to must be at most ${MAX_DAYS} days apart.`);
  return { from, to };
}
