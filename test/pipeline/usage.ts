/** Imports reports in one process: real functions, table, queue and bucket, and the test's clock. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { importerWith } from '../../functions/import-usage/handler.ts';
import type { Item } from '../../shared/kit/table/item.ts';
import type { Key } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { parseAmount } from '../../shared/kit/values/money.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { findImport, startImport } from '../../shared/usage/import/start-import.ts';
import { importIdOf, type UsageImport } from '../../shared/usage/import/usage-import.ts';
import { reportObject } from '../../shared/usage/import/usage-objects.ts';
import { isRevenueKey, readRevenueKey, usageImportKey, usageMonthKey } from '../../shared/usage/keys.ts';
import type { ReportLayout } from '../../shared/usage/layouts/report-layout.ts';
import {
  type MonthRevenue,
  monthOf,
  noRevenue,
  withImport,
} from '../../shared/usage/revenue/month-revenue.ts';
import { revenueOf } from '../../shared/usage/revenue/revenue-row.ts';
import { countryOf, dayOf, unpackCells, unpackPlays } from '../../shared/usage/rows/pack-plays.ts';
import { linesOf } from '../../shared/usage/rows/usage-rows.ts';
import { allRows } from '../support/invariants.ts';
import { type LocalBucket, withBucket } from '../support/stores/local-bucket.ts';
import { announceRow, now, pass, settle, useWorkStage } from './work-stage.ts';

export { announceRow, pass, queue, run, settle, sweep } from './work-stage.ts';

/** Starts everything for the tests of a file. */
export function useUsage(): LocalBucket {
  useWorkStage({ consumers: { Usage: importerWith({ now }) } });
  return withBucket();
}

export const bucket = (): Bucket => new Bucket('packages');

export const HEADER = 'date,dsp_id,country,isrc,plays,revenue,currency';

export interface Report {
  readonly name: string;
  /** The whole content, or an array of lines without the header. */
  readonly content: string | Uint8Array | readonly string[];
  /** The number of parts in which it is imported. */
  readonly partitions?: number;
  readonly layout?: ReportLayout;
  /** Who imports it. */
  readonly actor?: string;
}

function contentOf({ content }: Pick<Report, 'content'>): Buffer {
  if (typeof content === 'string' || content instanceof Uint8Array) return Buffer.from(content);
  return Buffer.from(`${[HEADER, ...content].join('\n')}\n`);
}

async function* pieceOf(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Puts the file into the bucket and makes its import due. */
export async function start(report: Report): Promise<UsageImport> {
  pass(1);
  const content = contentOf(report);
  const sha256 = createHash('sha256').update(content).digest('hex');
  await bucket().create(reportObject(sha256), pieceOf(content));
  const file = { name: report.name, sha256, bytes: content.length, layout: report.layout ?? null };
  const started = await startImport(
    { table: new Table(), now: now(), actor: report.actor ?? 'ada' },
    file,
    report.partitions,
  );
  if (started.state === 'running') await announceRow(usageImportKey(importIdOf(report.name)));
  return started;
}

/** @returns the import once no work is left. */
export async function importReport(report: Report): Promise<UsageImport> {
  await start(report);
  await settle();
  return importOf(report.name);
}

export async function importOf(name: string): Promise<UsageImport> {
  const found = await findImport(new Table(), name);
  if (!found) throw new Error(`There is no import ${name}.`);
  return found;
}

/** An object of the bucket as text. */
export async function objectText(key: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bucket().read(key)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** All rows that imports wrote, without the id of the run. @throws Error if months do not add up their imports. */
export async function usageTables(): Promise<readonly Item[]> {
  const all = (await allRows()) as (Item & Key)[];
  expectAddedUp(all.filter(isRevenueKey));
  const rows = all.filter(({ pk }) => /^usage-(index|plays|lines|revenue|earnings)#/.test(pk));
  return rows
    .filter((row) => !isRevenueKey(row) || readRevenueKey(row))
    .map(({ run, ...row }): Item => ({ ...row, sk: String(row['sk']).replace(`#${run}#`, '##') }))
    .toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
}

function expectAddedUp(rows: readonly (Item & Key)[]): void {
  const months = new Map<string, MonthRevenue>();
  for (const row of rows) {
    const id = readRevenueKey(row);
    if (!id) continue;
    const { pk, sk } = usageMonthKey(id.owner, id.month);
    const month = months.get(`${pk} ${sk}`) ?? noRevenue(id.month);
    months.set(`${pk} ${sk}`, withImport(month, revenueOf(row)));
  }
  const kept = rows.filter((row) => !readRevenueKey(row)).map((row) => [nameOf(row), monthOf(row)] as const);
  expect(new Map(kept)).toEqual(months);
}

const nameOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

/** Sums of the rows. */
export interface Sums {
  /** By subject, day, DSP, country and album. */
  readonly plays: Readonly<Record<string, number>>;
  /** By owner, DSP, day, ISRC, track, country and currency: plays and revenue. */
  readonly lines: Readonly<Record<string, readonly [plays: number, revenue: bigint]>>;
  /** By owner, currency and month. */
  readonly revenue: Readonly<Record<string, bigint>>;
}

/** @param given the rows, if the test has read them. */
export async function usageSums(given?: readonly Item[]): Promise<Sums> {
  const sums = {
    plays: {} as Record<string, number>,
    lines: {} as Record<string, [number, bigint]>,
    revenue: {} as Record<string, bigint>,
  };
  for (const row of given ?? (await usageTables())) {
    const [kind = '', ...about] = String(row['pk']).split('#');
    const place = String(row['sk']).split('#');
    if (kind === 'usage-revenue') {
      const { currency, month, amount } = revenueOf(row);
      const key = [about[0], currency, month].join(' ');
      sums.revenue[key] = (sums.revenue[key] ?? 0n) + amount;
    } else if (kind === 'usage-lines') addLines(sums.lines, about, row);
    else if (row['plays'] !== undefined) addPlays(sums.plays, { about, place }, row);
  }
  return sums;
}

function addLines(sums: Record<string, [number, bigint]>, about: readonly string[], row: Item): void {
  for (const { isrc, track, country, plays, revenue, currency } of linesOf(row)) {
    const key = [...about, isrc, track, country, currency].join(' ');
    const [played, earned] = sums[key] ?? [0, 0n];
    sums[key] = [played + plays, earned + (parseAmount(revenue) ?? 0n)];
  }
}

function addPlays(
  sums: Record<string, number>,
  { about, place }: { about: readonly string[]; place: readonly string[] },
  row: Item,
): void {
  const [month = '', dsp = '', album = ''] = place;
  for (const [cell, plays] of unpackPlays(String(row['plays']))) {
    const day = `${month}-${String(dayOf(cell)).padStart(2, '0')}`;
    const key = [...about, day, Number(dsp), countryOf(cell), Number(album) || '-'].join(' ');
    sums[key] = (sums[key] ?? 0) + plays;
  }
}

/** @returns the index rows of usageTables whose cells differ from those of their plays. */
export function indexFaults(rows: readonly Item[]): string[] {
  const plays = new Map(rows.map((row) => [nameOf(row), row['plays']]));
  return rows.flatMap((row) => {
    if (row['cells'] === undefined) return [];
    const data = plays.get(nameOf(row).replace('usage-index#', 'usage-plays#'));
    const cells = data === undefined ? [] : [...unpackPlays(String(data)).keys()];
    return cells.join() === unpackCells(String(row['cells'])).join() ? [] : [nameOf(row)];
  });
}
