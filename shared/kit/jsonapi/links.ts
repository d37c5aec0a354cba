/** Builds the absolute URLs in documents. */

export const VERSION_PATH = '/api/v1';

export const recordUrl = (baseUrl: string, type: string, id: string): string =>
  `${baseUrl}${VERSION_PATH}/${type}/${id}`;

export const typeUrl = (baseUrl: string, type: string): string => `${baseUrl}${VERSION_PATH}/${type}`;

/** @param record URL of the record. */
export const relationshipLinks = (record: string, name: string) => ({
  self: `${record}/relationships/${name}`,
  related: `${record}/${name}`,
});

/** @param replaced query parameters to set or replace. */
export function requestUrl(
  { baseUrl, path, query }: { baseUrl: string; path: string; query: readonly (readonly [string, string])[] },
  replaced: Readonly<Record<string, string>> = {},
): string {
  const others = query.filter(([name]) => !Object.hasOwn(replaced, name));
  const search = [...others, ...Object.entries(replaced)]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return `${baseUrl}${VERSION_PATH}${path}${search && `?${search}`}`;
}
