/** Reads whole statements as the API shows them, page by page. */
import { expect } from 'vitest';
import { handler as royalties } from '../../functions/royalties/handler.ts';
import { type Person, send } from '../support/calls.ts';

export interface ShownLine {
  readonly period: string;
  /** The ids of the track, album, DSP or country, or of two; null for tracks without an album. */
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

/** Requests of a statement until it is shown, which takes several on a busy machine. */
const REQUESTS = 100;

async function shown({ token }: Person, path: string, headers: Readonly<Record<string, string>> = {}) {
  for (let requests = 1; ; requests++) {
    const { status, body } = await send(royalties, { path, token, headers });
    if (status === 200) return body;
    expect([status, body.errors[0].code]).toEqual([503, 'statement_in_preparation']);
    expect(requests).toBeLessThan(REQUESTS);
  }
}

export async function shownStatement(
  person: Person,
  group: string,
  query = '',
): Promise<{ lines: ShownLine[]; totals: readonly ShownTotal[] }> {
  const lines: ShownLine[] = [];
  for (let number = 1; ; number++) {
    const page = `&page[size]=7&page[number]=${number}`;
    const path = statementPath(group, query + page);
    const { data, meta, links } = await shown(person, path);
    for (const { attributes, relationships } of data) {
      const { period, plays, revenue, currency } = attributes;
      const ids = group.split(',').map((each) => relationships[each].data?.id ?? null);
      const member = ids.length === 1 ? ids[0] : ids.join(' ');
      lines.push({ period, member, plays, revenue, currency });
    }
    if (links.next === null && lines.length !== meta.page.total)
      throw new Error(`There are ${lines.length} lines instead of ${meta.page.total}.`);
    if (links.next === null) return { lines, totals: meta.totals };
  }
}

/** @returns the lines of the CSV, with their header. */
export async function statementCsv(person: Person, group: string, query = ''): Promise<string[][]> {
  const path = statementPath(group, query);
  const body = await shown(person, path, { accept: 'text/csv' });
  const lines = String(body).split('\r\n');
  if (lines.pop() !== '') throw new Error('The last line does not end.');
  return lines.map((line) => line.split(','));
}
