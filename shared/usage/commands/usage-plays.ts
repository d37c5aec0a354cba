/** Adds up the plays of a user's tracks by day and by country. The command line lists them. */
import { users } from '../../accounts/api/users.ts';
import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import { isTimeUp, type Operation, requireRecord } from '../../kit/commands/operation.ts';
import { problem } from '../../kit/values/problems.ts';
import type { usagePlays } from '../commands.ts';
import { sumPlays } from '../trends/sum-plays.ts';
import type { DayRange } from '../trends/trend-range.ts';

const DEFAULT_DAYS = 90;
/** Three years. */
const MAX_DAYS = 3 * 366;
const DAY_MS = 86_400_000;

/** `next` means that there are more tracks. Repeat the command with it as `after` and with the same days. */
export const run = (async (given, operation) => {
  const { 'user-id': ownerId, after } = given;
  const days = daysOf(given, operation);
  const user = await requireRecord(operation, users, ownerId);
  const query = { ownerId, days, after, isTimeUp: () => isTimeUp(operation) };
  const sums = await sumPlays(operation.table, query);
  return {
    name: user.fields.name,
    ...days,
    days: Object.fromEntries(sums.days),
    countries: Object.fromEntries(sums.countries),
    ...(sums.next !== undefined && { next: sums.next }),
  };
}) satisfies Run<typeof usagePlays>;

/** @throws invalid_value for a range that is too long or ends before it begins. */
function daysOf({ from: first, to: last }: ArgumentsOf<typeof usagePlays>, { now }: Operation): DayRange {
  const to = last ?? now.toISOString().slice(0, 10);
  const from = first ?? new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  if (from > to) throw problem('invalid_value', `--from must not be after ${last ? '--to' : 'today'}.`);
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_DAYS)
    throw problem('invalid_value', `--from and --to must be at most ${MAX_DAYS} days apart.`);
  return { from, to };
}
