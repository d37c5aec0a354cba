/** The rows with what an import's lines earned, beside the row of their revenue. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item } from '../../kit/table/item.ts';
import { readRow } from '../../kit/table/unreadable-row.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import type { EarningsId } from '../keys.ts';
import type { Earning } from './earning-sums.ts';

/** Keeps rows below DynamoDB's 400 KB even if the text hardly compresses. */
const MAX_LENGTH = 200_000;

/** An earning in a currency, which is that of the row if only its row names it. */
export interface CurrencyEarning extends Earning {
  readonly currency: string;
}

/** Earnings that fit into a row. */
interface PackedEarnings {
  readonly text: string;
  readonly count: number;
  /** The member of the first one. */
  readonly first: string;
}

/** @returns the earnings in rows, in their order. */
export function packEarnings(
  earnings: readonly (Earning & Partial<CurrencyEarning>)[],
): readonly PackedEarnings[] {
  const packed: PackedEarnings[] = [];
  let lines: string[] = [];
  let length = 0;
  let first = '';
  const pack = () =>
    packed.push({ text: deflateRawSync(lines.join('\n')).toString('base64'), count: lines.length, first });
  for (const { member, plays, revenue, isrc, currency } of earnings) {
    const line = [member, plays, revenue, isrc, ...(currency === undefined ? [] : [currency])].join('\t');
    if (length + line.length > MAX_LENGTH) {
      pack();
      lines = [];
      length = 0;
    }
    if (lines.length === 0) first = member;
    lines.push(line);
    length += line.length + 1;
  }
  if (lines.length > 0) pack();
  return packed;
}

/** @param currency of earnings that do not name theirs. */
export function unpackEarnings(packed: string, currency = ''): CurrencyEarning[] {
  const text = inflateRawSync(Buffer.from(packed, 'base64')).toString();
  return text.split('\n').map((line) => {
    const [member = '', plays, revenue = '', isrc = '', own = currency] = line.split('\t');
    return { member, plays: Number(plays), revenue: BigInt(revenue), isrc, currency: own };
  });
}

/** A part of what an import's lines earned, which remains packed until it is needed. */
export interface EarningPart extends Omit<EarningsId, 'owner' | 'group' | 'part'> {
  readonly length: number;
  /** @throws UnreadableRow */
  readonly earnings: () => readonly CurrencyEarning[];
}

/** @throws UnreadableRow */
export const earningPartOf = (row: Item): EarningPart =>
  readRow(row, ({ sk, earnings }) => {
    const [month, currency, importId, run] = tupleOf(5, String(sk).split('#'));
    const packed = String(earnings);
    return {
      month,
      currency,
      importId,
      run,
      length: packed.length,
      earnings: () => readRow(row, () => unpackEarnings(packed, currency)),
    };
  });
