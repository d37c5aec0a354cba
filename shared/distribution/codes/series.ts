/** The series of numbers from which the stage makes codes, one for each prefix and, for ISRCs, each year. */
import { ISRC_CAPACITY, isrcOf } from '../../catalogue/rules/isrc.ts';
import { upcCapacity, upcOf } from '../../catalogue/rules/upc.ts';
import { usedIsrcs, usedUpcs } from '../../catalogue/used-codes.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import type { MetricName } from '../../platform/metrics.ts';
import { readSettings } from '../../platform/settings.ts';
import { codesKey } from '../keys.ts';

export interface Series {
  readonly kind: 'isrc' | 'upc';
  /** What its codes begin with; a UPC without the leading zero. */
  readonly prefix: string;
  /** Counts the numbers that were taken. */
  readonly key: Key;
  readonly capacity: number;
  /** Measures the used part of the capacity. */
  readonly metric: MetricName;
  /** @param number from 1 to the capacity. The last code of a series has the number 0. */
  codeOf(number: number): string;
  /** @returns those of the codes that a record of any owner has. */
  usedAmong(table: Table, codes: readonly string[]): Promise<ReadonlySet<string>>;
}

/** @returns the current series, undefined for codes that the stage does not give. */
export function currentSeries(now: Date): Readonly<Record<Series['kind'], Series | undefined>> {
  const { isrc, gs1 } = readSettings().codes;
  return {
    isrc: isrc === null ? undefined : isrcSeries(isrc, now.getUTCFullYear()),
    upc: gs1 === null ? undefined : upcSeries(gs1),
  };
}

const isrcSeries = (prefix: string, year: number): Series => ({
  kind: 'isrc',
  prefix: isrcOf(prefix, year, 0).slice(0, -5),
  key: codesKey('isrc', `${prefix}#${year}`),
  capacity: ISRC_CAPACITY,
  metric: 'IsrcsUsedPercent',
  codeOf: (number) => isrcOf(prefix, year, number % ISRC_CAPACITY),
  usedAmong: usedIsrcs,
});

const upcSeries = (prefix: string): Series => ({
  kind: 'upc',
  prefix: prefix.replace(/^0/, ''),
  key: codesKey('upc', prefix),
  capacity: upcCapacity(prefix),
  metric: 'UpcsUsedPercent',
  codeOf: (number) => upcOf(prefix, number % upcCapacity(prefix)),
  usedAmong: usedUpcs,
});
