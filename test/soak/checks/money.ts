/** Exact sums of money: what the API shows against the latest imported files and the payments. */
import { parseAmount } from '../../../shared/kit/values/money.ts';
import type { Line, Model, User } from '../model.ts';

/** @returns a sentence for each sum that differs. */
export async function moneyFaults(model: Model): Promise<string[]> {
  const owners = new Map(model.released.map(({ isrc, user }) => [isrc, user]));
  const lines = Map.groupBy([...model.imports.values()].flat(), ({ isrc }) => owners.get(isrc));
  const faults: string[] = [];
  for (const user of model.users) faults.push(...(await userFaults(user, lines.get(user) ?? [])));
  return faults;
}

async function userFaults(user: User, lines: readonly Line[]): Promise<string[]> {
  const faults: string[] = [];
  for (const currency of ['EUR', 'USD', 'JPY']) {
    const { status, body } = await user.client.get(`/royalties/summary?filter[currency]=${currency}`);
    const shown = body?.data?.attributes ?? {};
    const own = lines.filter((line) => line.currency === currency);
    const earned = own.reduce((sum, { revenue }) => sum + revenue, 0n);
    const paid = user.payments
      .filter((payment) => payment.currency === currency && !payment.isVoid)
      .reduce((sum, { amount }) => sum + amount, 0n);
    const sums = { 'total-earned': earned, 'total-paid': paid, 'current-balance': earned - paid };
    for (const [name, ought] of Object.entries(sums))
      if (parseAmount(String(shown[name])) !== ought)
        faults.push(
          `${user.name} has ${name} ${shown[name]} ${currency} (${status}) instead of ${ought} of 10^-12`,
        );
    const months = new Map<string, bigint>();
    for (const { date, revenue } of own)
      months.set(date.slice(0, 7), (months.get(date.slice(0, 7)) ?? 0n) + revenue);
    for (const { period, earned: is } of shown.history ?? [])
      if (parseAmount(is) !== (months.get(period) ?? 0n))
        faults.push(
          `${user.name} earned ${is} ${currency} in ${period} instead of ${months.get(period)} of 10^-12`,
        );
  }
  faults.push(...(await statementFaults(user, lines)));
  const listed = await paymentsOf(user);
  const ought = user.payments.reduce((count, { isVoid }) => count + (isVoid ? 2 : 1), 0);
  return listed === ought ? faults : [...faults, `${user.name} has ${listed} payments instead of ${ought}`];
}

/** The totals of statements by each group, of the months in which the traffic reports usage. */
async function statementFaults(user: User, lines: readonly Line[]): Promise<string[]> {
  const months = 'filter[period-from]=2026-01&filter[period-to]=2026-06';
  const faults: string[] = [];
  for (const group of ['track', 'album', 'dsp', 'country']) {
    const path = `/royalties/statements?group=${group}&page[size]=1&${months}`;
    const { status, body } = await user.client.get(path);
    for (const [currency, own] of Map.groupBy(lines, (line) => line.currency)) {
      const shown = body?.meta?.totals?.find((each: { currency: string }) => each.currency === currency);
      const earned = own.reduce((sum, { revenue }) => sum + revenue, 0n);
      const plays = own.reduce((sum, each) => sum + each.plays, 0);
      if (shown?.plays !== plays || parseAmount(String(shown?.revenue)) !== earned)
        faults.push(`${user.name} has a statement by ${group} of ${JSON.stringify(shown)} (${status})`);
    }
  }
  return faults;
}

async function paymentsOf({ client }: User): Promise<number> {
  let count = 0;
  for (let page = 1; ; page++) {
    const { body } = await client.get(
      `/royalties/payments?filter[period-to]=2099-12&page[size]=100&page[number]=${page}`,
    );
    count += body.data.length;
    if (body.data.length < 100) return count;
  }
}

/** Plays of some tracks: the trends of the API against the lines. */
export async function playFaults({ released, imports }: Model, sample: number): Promise<string[]> {
  const lines = Map.groupBy([...imports.values()].flat(), ({ isrc }) => isrc);
  const faults: string[] = [];
  for (const { user, track, isrc } of released.slice(0, sample)) {
    const ought = (lines.get(isrc) ?? []).reduce((sum, { plays }) => sum + plays, 0);
    let is = 0;
    for (let page = 1; ; page++) {
      const range = 'filter[date-from]=2026-01-01&filter[date-to]=2026-12-31';
      const { body } = await user.client.get(
        `/tracks/${track}/trends?${range}&page[size]=100&page[number]=${page}`,
      );
      const data: { attributes: { plays: number } }[] = body?.data ?? [];
      is += data.reduce((sum, { attributes }) => sum + attributes.plays, 0);
      if (data.length < 100) break;
    }
    if (is !== ought) faults.push(`track ${track} of ${user.name} shows ${is} plays instead of ${ought}`);
  }
  return faults;
}
