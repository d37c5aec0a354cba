/** The path of a request as an HTTP API hands it on. */

/**
 * HTTP APIs decode a path twice: `%2520` arrives as a space, `%25` alone is a 400, and what follows a question mark
 * after the first decoding is lost. The local stage leaves one thing out: a path with an encoded slash, or encoded
 * twice, stays as it was sent and so matches no route. On AWS such a path reaches what the plain one reaches; clients
 * that send one by mistake find out here.
 * @param target the request's path as it was sent.
 * @returns undefined for a path that is answered with 400.
 */
export function gatewayPath(target: string): string | undefined {
  if (!target.startsWith('/')) return undefined;
  const once = decoded(target)?.split('?')[0];
  const twice = once === undefined ? undefined : decoded(once);
  if (twice === undefined) return undefined;
  return twice === once && !/%2f/i.test(target) ? twice : target;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
