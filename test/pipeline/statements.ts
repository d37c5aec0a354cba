/** Reads whole statements as the API shows them, page by page. */
import { handler as royalties } from '../../functions/royalties/handler.ts';
import { call, type Person } from '../support/calls.ts';

export interface ShownLine {
  readonly period: string;
  /** The id of the track, album, DSP or country; null for tracks without an album. */
  readonly member: string | null;
  readonly plays: number;
  readonly revenue: string;
  readonly currency: string;
}

export interface ShownTotal {
  readonly currency: string;
  readonly plays: number;
  readonly revenue: string;
}

export const statementPath = (group: string, query = '') => `/royalties/statements?group=${group}${query}`;

export async function shownStatement(
  { token }: Person,
  group: string,
  query = '',
): Promise<{ lines: ShownLine[]; totals: readonly ShownTotal[] }> {
  const lines: ShownLine[] = [];
  for (let number = 1; ; number++) {
    const page = `&page[size]=7&page[number]=${number}`;
    const path = statementPath(group, query + page);
    const { data, meta, links } = (await call(royalties, 200, { path, token })).body;
    for (const { attributes, relationships } of data) {
      const { period, plays, revenue, currency } = attributes;
      const member = relationships[group].data?.id ?? null;
      lines.push({ period, member, plays, revenue, currency });
    }
    if (links.next === null && lines.length !== meta.page.total)
      throw new Error(`There are ${lines.length} lines instead of ${meta.page.total}.`);
    if (links.next === null) return { lines, totals: meta.totals };
  }
}

/** @returns the lines of the CSV, with their header. */
export async function statementCsv({ token }: Person, group: string, query = ''): Promise<string[][]> {
  const path = statementPath(group, query);
  const { body } = await call(royalties, 200, { path, token, headers: { accept: 'text/csv' } });
  const lines = String(body).split('\r\n');
  if (lines.pop() !== '') throw new Error('The last line does not end.');
  return lines.map((line) => line.split(','));
}
