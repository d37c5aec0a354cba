/** Lines of statements as records. An id contains the owner, month, group, member and currency. */
import type { Stored } from '../../kit/declare/fields.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { countryData } from '../../reference/data/countries.ts';
import type { EarningGroup } from '../../usage/earnings/earning-sums.ts';
import { royaltyStatements } from '../api/royalty-statements.ts';
import type { StatementLine } from './statement-lines.ts';

export interface PlacedLine extends StatementLine {
  /** YYYY-MM. */
  readonly period: string;
}

/** For what tracks without an album earned. */
const NO_ALBUM = '0';

export function statementRecord(
  { ownerId, group }: { readonly ownerId: string; readonly group: EarningGroup },
  { period, member, plays, revenue, currency, isrc }: PlacedLine,
): Stored<typeof royaltyStatements> {
  const id = [ownerId, period.replace('-', ''), group, member || NO_ALBUM, currency].join('-');
  const related = { track: null, album: null, dsp: null, country: null };
  const fields = {
    period,
    group,
    plays,
    revenue: formatAmount(revenue),
    currency,
    'isrc-code': isrc || null,
    ...related,
    [group]: group === 'country' ? countryWithCode(member) : member || null,
  };
  return { type: royaltyStatements.type, id, ownerId, version: 1, fields };
}

/** @param id matches the pattern of the declaration. */
export function readStatementId(id: string): Pick<PlacedLine, 'period' | 'member' | 'currency'> & {
  readonly ownerId: string;
  readonly group: EarningGroup;
} {
  const [ownerId, month, group, member, currency] = tupleOf(5, id.split('-'));
  return {
    ownerId,
    period: `${month.slice(0, 4)}-${month.slice(4)}`,
    // By the pattern.
    group: group as EarningGroup,
    member: member === NO_ALBUM ? '' : member,
    currency,
  };
}

/** @returns the id of the country. Null for a code that only the stage knows from which the owner was moved. */
const countryWithCode = (code: string): string | null =>
  countryData.rows().find((country) => country['alpha2-code'] === code)?.id ?? null;
