/** The Content-Range header (RFC 9110, section 14.4). */

export interface ContentRange {
  readonly start: number;
  readonly length: number;
  /** The size of the whole file; undefined if the server does not report it. */
  readonly total: number | undefined;
}

/** @returns undefined for a missing or invalid range. */
export function partOf(header: string | undefined): ContentRange | undefined {
  const [, first = '', last = '', whole = ''] =
    header?.match(/^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i) ?? [];
  const start = Number(first);
  const end = Number(last);
  const total = whole === '*' ? undefined : Number(whole);
  if (first === '' || end < start || (total !== undefined && end >= total)) return undefined;
  return { start, length: end - start + 1, total };
}

/** @returns the size of the file, from the header of a 416 response. */
export function totalOf(header: string | undefined): number | undefined {
  const [, whole] = header?.match(/^bytes \*\/(\d{1,15})$/i) ?? [];
  return whole === undefined ? undefined : Number(whole);
}
