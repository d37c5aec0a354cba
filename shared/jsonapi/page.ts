/** One page of a list: which part of it, and what the document says about the whole. */

export interface Page {
  readonly number: number;
  readonly size: number;
  readonly total: number;
}

const lastPage = ({ size, total }: Page): number => Math.max(1, Math.ceil(total / size));

export const sliceOf = <T>(list: readonly T[], { number, size }: Omit<Page, 'total'>): T[] =>
  list.slice((number - 1) * size, number * size);

/** `meta.page`, in the spelling of the resource; 'none' has no pages. */
export function pageMeta(page: Page, spelling: 'kebab' | 'camel' | 'none'): object | undefined {
  const { number, size, total } = page;
  const last = lastPage(page);
  if (spelling === 'none') return undefined;
  if (spelling === 'kebab') return { 'current-page': number, 'per-page': size, total, 'last-page': last };
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

/** The pages one can go to from here; `urlOf` keeps all other query parameters. */
export function pageLinks(page: Page, urlOf: (number: number) => string): Record<string, string | null> {
  const last = lastPage(page);
  return {
    first: urlOf(1),
    last: urlOf(last),
    prev: page.number > 1 ? urlOf(Math.min(page.number - 1, last)) : null,
    next: page.number < last ? urlOf(page.number + 1) : null,
  };
}
