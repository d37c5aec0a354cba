/** A whole statement as CSV, with the names of what it is grouped by. */
import { albums } from '../../catalogue/api/albums.ts';
import { tracks } from '../../catalogue/api/tracks.ts';
import type { Context } from '../../kit/crud/context.ts';
import { ownedEntries } from '../../kit/crud/read/load.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import { CSV_TYPE } from '../../kit/http/media-types.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { isShortEnough } from '../../kit/http/response-writer.ts';
import { type CsvCell, csvLine } from '../../kit/values/csv.ts';
import { formatAmount } from '../../kit/values/money.ts';
import { problem } from '../../kit/values/problems.ts';
import { countryData } from '../../reference/data/countries.ts';
import { dspById } from '../../reference/data/dsps.ts';
import { type EarningGroup, membersIn } from '../../usage/earnings/earning-sums.ts';
import type { StatementRange } from '../rules/statement-range.ts';
import type { LinesBy } from '../statement-groups.ts';
import type { StatementMonth } from './statement-months.ts';

interface Statement {
  readonly of: { readonly by: LinesBy; readonly range: StatementRange };
  readonly months: readonly StatementMonth[];
}

/** More would hardly fit into a response of 6 MB. */
const MAX_LINES = 60_000;

/** @throws response_too_large (400), before the lines are read if there are too many. */
export async function statementCsv(context: Context, { of, months }: Statement): Promise<ApiResponse> {
  if (months.reduce((sum, { count }) => sum + count, 0) > MAX_LINES) throw tooLarge();
  const named = await Promise.all(of.by.map((group) => columns[group](context)));
  const header = named.flatMap((each) => each.header);
  const lines = [csvLine(['period', ...header, 'plays', 'revenue', 'currency'])];
  for (const { period, lines: read } of months)
    for (const line of await read()) {
      const { member, isrc, plays, revenue, currency } = line;
      const members = membersIn(member);
      const cells = named.flatMap(({ cellsOf }, at) => cellsOf(members[at], isrc));
      lines.push(csvLine([period, ...cells, plays, { decimal: formatAmount(revenue) }, currency]));
    }
  const body = `${lines.join('\r\n')}\r\n`;
  if (!isShortEnough(body)) throw tooLarge();
  const name = `royalties-${of.range.from}-to-${of.range.to}-by-${of.by.join('-and-')}.csv`;
  return {
    status: 200,
    text: { contentType: `${CSV_TYPE}; charset=utf-8; header=present`, body },
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  };
}

const tooLarge = () =>
  problem(
    'response_too_large',
    'The statement has too many lines for one CSV file. Request fewer months, another group, or a part of it with a filter.',
    { parameter: 'filter[period-from]' },
  );

interface Columns {
  readonly header: readonly string[];
  readonly cellsOf: (member: string | undefined, isrc: string) => readonly CsvCell[];
}

const columns: Readonly<Record<EarningGroup, (context: Context) => Promise<Columns>>> = {
  async track(context) {
    const textOf = await ownedTexts(context, tracks);
    const header = ['track_id', 'isrc', 'title'];
    return { header, cellsOf: (id = '', isrc) => [id, isrc, textOf(id, 'title')] };
  },
  async album(context) {
    const textOf = await ownedTexts(context, albums);
    const header = ['album_id', 'upc', 'title'];
    return { header, cellsOf: (id = '') => [id, textOf(id, 'upc-code'), textOf(id, 'title')] };
  },
  async dsp() {
    return { header: ['dsp_id', 'dsp'], cellsOf: (id = '') => [id, dspById(id)?.name ?? ''] };
  },
  async country() {
    const names = new Map(countryData.rows().map((row) => [row['alpha2-code'], row.name]));
    return { header: ['country', 'country_name'], cellsOf: (code = '') => [code, names.get(code) ?? ''] };
  },
};

/** @returns texts of the caller's records. Those that were deleted have none. */
async function ownedTexts(context: Context, resource: Resource) {
  const entries = await ownedEntries(context, resource);
  const fields = new Map(entries.map((entry) => [entry.id, entry.fields]));
  return (id: string, field: string): string => String(fields.get(id)?.[field] ?? '');
}
