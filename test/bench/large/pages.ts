/** What the first, a deep and the last page of a list cost. */
import type { InProcess, Use } from '../in-process.ts';
import type { Figures } from '../report.ts';
import type { Shown } from './queries.ts';

export interface Page {
  readonly use: Use;
  readonly cpuMicroseconds: number;
  readonly status: number;
  readonly total: number;
  readonly lastPage: number;
  readonly data: readonly Shown[];
}

export interface Pages {
  readonly first: Page;
  /** The one in the middle. */
  readonly deep: Page;
  readonly last: Page;
}

type Asking = Pick<InProcess, 'respond' | 'useOf'>;

/** Pages of a list that is rejected, or has one page, are the same. */
export async function pagesOf(asking: Asking, path: string): Promise<Pages> {
  const first = await askFor(asking, path);
  const { lastPage } = first;
  const pageAt = (number: number) =>
    number > 1 ? askFor(asking, `${path}${path.includes('?') ? '&' : '?'}page[number]=${number}`) : first;
  return { first, deep: await pageAt(Math.ceil(lastPage / 2)), last: await pageAt(lastPage) };
}

export async function askFor({ respond, useOf }: Asking, path: string): Promise<Page> {
  let [status, text, cpuMicroseconds] = [0, '{}', 0];
  const use = await useOf(async () => {
    const before = process.cpuUsage();
    ({ status, text } = await respond('GET', path));
    const { user, system } = process.cpuUsage(before);
    cpuMicroseconds = user + system;
  });
  const { data = [], meta = {} } = JSON.parse(text);
  const { total = data.length, ...page } = meta.page ?? {};
  const lastPage = page['last-page'] ?? page.lastPage ?? 1;
  return { use, cpuMicroseconds, status, total, lastPage, data };
}

/** @param read the first page as a function reads it that does not know the list. */
export function figuresOf({ first, deep, last }: Pages, read?: Page): Figures[string] {
  const all = [first, deep, last];
  const most = (name: keyof Use) => Math.max(...all.map(({ use }) => use[name]));
  return {
    total: first.total,
    ...(read && { 'read units, first read': read.use['read units'] }),
    'first page': first.use['read units'],
    'deep page': deep.use['read units'],
    'last page': last.use['read units'],
    'calls, at most': most('calls'),
    'rounds, at most': most('rounds'),
    status: Math.max(...all.map(({ status }) => status)),
  };
}
