/** The path of a request as an HTTP API passes it on. */

/**
 * HTTP APIs decode a path twice: `%2520` becomes a space, `%25` alone is a 400, and the part after a
 * question mark that appears in the first decoding is dropped. The local stage differs in one case: a path
 * with an encoded slash, or one that is encoded twice, is not decoded and so matches no route. On AWS it
 * reaches the same resource as the plain path; the 404 here reveals clients that send such paths by mistake.
 * @param target the path as it was sent.
 * @returns undefined for a path that gets a 400.
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
