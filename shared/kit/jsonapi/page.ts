/** Pagination: the slice of a list, its meta and its links. */
import type { PageSpelling } from '../declare/resource.ts';

export interface Page {
  readonly number: number;
  readonly size: number;
  readonly total: number;
}

const lastPage = ({ size, total }: Page): number => Math.max(1, Math.ceil(total / size));

export const sliceOf = <T>(list: readonly T[], { number, size }: Omit<Page, 'total'>): T[] =>
  list.slice((number - 1) * size, number * size);

/** @returns `meta.page` in the spelling of the resource, or undefined for 'none'. */
export function pageMeta(page: Page, spelling: PageSpelling): object | undefined {
  const { number, size, total } = page;
  const last = lastPage(page);
  if (spelling === 'none') return undefined;
  if (spelling === 'kebab') return { 'current-page': number, 'per-page': size, total, 'last-page': last };
  if (spelling === 'camel-without-range')
    return { currentPage: number, lastPage: last, perPage: size, total };
  const first = (number - 1) * size + 1;
  const isEmpty = first > total;
  return {
    currentPage: number,
    from: isEmpty ? null : first,
    lastPage: last,
    perPage: size,
    to: isEmpty ? null : Math.min(number * size, total),
    total,
  };
}

/**
 * @param urlOf the URL of a page, with all other query parameters unchanged.
 * @returns links to the first, last, previous and next page, with null for missing ones.
 */
export function pageLinks(page: Page, urlOf: (number: number) => string): Record<string, string | null> {
  const last = lastPage(page);
  return {
    first: urlOf(1),
    last: urlOf(last),
    prev: page.number > 1 ? urlOf(Math.min(page.number - 1, last)) : null,
    next: page.number < last ? urlOf(page.number + 1) : null,
  };
}
