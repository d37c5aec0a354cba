/** What an export has of an owner's usage, and what trends have, compared with the lines of the model. */

import { expect } from 'vitest';
import type { Item } from '../../../shared/kit/table/item.ts';
import { storedAmount } from '../../../shared/kit/values/money.ts';
import { importIdOf } from '../../../shared/usage/import/usage-import.ts';
import { importOfWriter } from '../../../shared/usage/keys.ts';
import { sortedIsrcs } from '../../../shared/usage/rules/line-isrcs.ts';
import { linesOf } from '../../support/moves.ts';
import { usageSums } from '../usage.ts';
import { type Money, type PossibleContent, revenueOf } from './model.ts';
import type { Reader } from './readings.ts';

/** An exported folder has one content of each report, and the revenue of its lines. */
export function expectExport(folder: string, { money, owner, round, said }: Reader): void {
  const lines = Map.groupBy(exportedLines(folder), ({ importId }) => importId);
  const names = new Map(
    [...money.loaded.keys(), ...round.contents.keys()].map((name) => [importIdOf(name), name]),
  );
  for (const [importId, name] of names) {
    const own = (lines.get(importId) ?? []).map(({ text }) => text).toSorted();
    const possible = money.possibleContents(name, round);
    const isOne = possible.some((each) => hasJust(each, { owner, own }));
    const isNone = own.length === 0 && !money.loaded.has(name);
    if (!isOne && !isNone) expect.fail(`${said}\nThe export has of ${name}:\n${own.join('\n')}`);
  }
  expect(revenueIn(folder), said).toEqual(summed([...lines.values()].flat()));
}

interface ExportedLine {
  readonly importId: string;
  readonly month: string;
  readonly currency: string;
  readonly revenue: bigint;
  readonly text: string;
}

function exportedLines(folder: string): ExportedLine[] {
  return linesOf(folder, 'usage-lines').flatMap((row) => {
    const { dsp, date } = row;
    const importId = importOfWriter(String(row['import']));
    return (row['lines'] as readonly string[][]).map(([isrc, , , plays, revenue, currency = '']) => {
      const amount = storedAmount(revenue);
      const text = [date, dsp, sortedIsrcs(String(isrc)), currency, plays, amount].join(' ');
      return { importId, month: String(date).slice(0, 7), currency, revenue: amount, text };
    });
  });
}

/** Whether an owner can have these lines of a content, and no others. */
function hasJust(
  { content, owners }: PossibleContent,
  { owner, own }: { readonly owner: number; readonly own: readonly string[] },
): boolean {
  const all = content.lines.map((line, at) => {
    const { date, dsp, code, currency, plays, times } = line;
    const text = [date, dsp, code, currency, plays * times, revenueOf(line)].join(' ');
    return { text, owners: owners[at] ?? new Set() };
  });
  const isKnown = own.every((text) => all.some((each) => each.text === text && each.owners.has(owner)));
  const isWhole = all.every(
    (each) => own.includes(each.text) || [...each.owners].some((one) => one !== owner),
  );
  return isKnown && isWhole;
}

const keyOf = ({ importId, month, currency }: Omit<ExportedLine, 'revenue' | 'text'>): string =>
  `${importId} ${month} ${currency}`;

function summed(all: Iterable<Omit<ExportedLine, 'text'>>): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const each of all) sums[keyOf(each)] = (sums[keyOf(each)] ?? 0n) + each.revenue;
  return sums;
}

const revenueIn = (folder: string): Record<string, bigint> =>
  summed(
    linesOf(folder, 'usage-revenue').map((row) => ({
      importId: importOfWriter(String(row['import'])),
      month: String(row['month']),
      currency: String(row['currency']),
      revenue: storedAmount(row['revenue']),
    })),
  );

/** The plays of each track are those of its lines. Those of deleted tracks do not move to another stage. */
export async function expectTrends(rows: readonly Item[], { codes }: Money, said: string): Promise<void> {
  const { plays, lines } = await usageSums(rows);
  for (const { id } of codes.tracks) {
    const own = (subject: string) =>
      Object.entries(plays).flatMap(([key, count]) => (key.startsWith(subject) ? [count] : []));
    const counted = Object.entries(lines).flatMap(([key, [count]]) =>
      key.split(' ')[4] === id ? [count] : [],
    );
    expect(total(own(`tracks ${id} `)), `${said}\nplays of ${id}`).toBe(total(counted));
  }
}

const total = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0);
