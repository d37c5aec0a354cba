/**
 * Lines of statements as records. An id contains the owner, month, groups with their members, and the currency, and
 * what filters have selected that the line does not show.
 */
import type { Stored } from '../../kit/declare/fields.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { required } from '../../kit/values/required.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import { countryData } from '../../reference/data/countries.ts';
import {
  type EarningGroup,
  earningGroups,
  joinedMembers,
  membersIn,
} from '../../usage/earnings/earning-sums.ts';
import { royaltyStatements } from '../api/royalty-statements.ts';
import { groupText, type LinesBy, linesBy } from '../statement-groups.ts';
import { filteredGroups, type StatementFilters } from './selected-lines.ts';
import type { StatementLine } from './statement-lines.ts';

export interface PlacedLine extends StatementLine {
  /** YYYY-MM. */
  readonly period: string;
}

/** For what tracks without an album earned. */
const NO_ALBUM = '0';

const shownMember = (member: string): string => member || NO_ALBUM;
export const memberIn = (shown: string): string => (shown === NO_ALBUM ? '' : shown);

interface StatementOf {
  readonly ownerId: string;
  readonly by: LinesBy;
  readonly filters: StatementFilters;
}

export function statementRecord(
  { ownerId, by, filters }: StatementOf,
  { period, member, plays, revenue, currency, isrc }: PlacedLine,
): Stored<typeof royaltyStatements> {
  const members = membersIn(member);
  const of = (group: EarningGroup) => members[by.indexOf(group)];
  const shown = by.map((group, at) => `${group}-${shownMember(members[at] ?? NO_ALBUM)}`);
  const country = of('country');
  const fields = {
    period,
    group: groupText(by),
    plays,
    revenue: formatAmount(revenue),
    currency,
    'isrc-code': isrc || null,
    track: of('track') ?? null,
    album: of('album') || null,
    dsp: of('dsp') ?? null,
    country: country === undefined ? null : countryWithCode(country),
  };
  const selected = filteredGroups(filters)
    .filter((group) => !by.includes(group))
    .map((group) => [group, ...(filters[group] ?? []).map(shownMember)].join('.'));
  const id = [ownerId, period.replace('-', ''), ...shown, currency, ...selected].join('-');
  return { type: royaltyStatements.type, id, ownerId, version: 1, fields };
}

const LINE = /^(\d+)-(\d{4})(\d\d)((?:-[a-z]+-\w+)+)-([A-Z]{3})((?:-[a-z]+[.\w]+)*)$/;
const SHOWN = /-([a-z]+)-(\w+)/g;
const SELECTED = /-([a-z]+)\.([.\w]+)/g;

/** @param id matches the pattern of the declaration. */
export function readStatementId(
  id: string,
): Pick<PlacedLine, 'period' | 'member' | 'currency'> & StatementOf {
  const read = required(LINE.exec(id), 'The id is that of a line.');
  const [, ownerId, year, month, shown, currency, selected] = tupleOf(7, [...read]);
  const members = new Map(shown.matchAll(SHOWN).map(([, group = '', member = '']) => [group, member]));
  const by = linesBy(earningGroups.filter((group) => members.has(group)));
  return {
    ownerId,
    period: `${year}-${month}`,
    by,
    member: joinedMembers(by.map((group) => memberIn(required(members.get(group), 'It has a member.')))),
    currency,
    filters: Object.fromEntries(
      selected
        .matchAll(SELECTED)
        .map(([, group = '', values = '']) => [group, values.split('.').map(memberIn)]),
    ),
  };
}

/** @returns the id of the country. Null for a code that only the stage knows from which the owner was moved. */
const countryWithCode = (code: string): string | null =>
  countryData.rows().find((country) => country['alpha2-code'] === code)?.id ?? null;
