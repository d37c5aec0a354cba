/** Chooses between the plain and the compressed form of a file (RFC 9110, section 12.5.3). */

export type ContentCoding = 'gzip' | 'identity';

/** The plain form stays acceptable unless excluded, but any coding that the client names is preferred. */
const UNNAMED_IDENTITY = 0.0001;

/**
 * @param accepted the Accept-Encoding header. Malformed members are ignored.
 * @returns undefined if the client accepts neither form.
 */
export function contentCoding(accepted = ''): ContentCoding | undefined {
  const weights = weightsOf(accepted);
  const any = weights.get('*');
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? any ?? 0;
  const identity = weights.get('identity') ?? any ?? UNNAMED_IDENTITY;
  if (gzip > 0 && gzip >= identity) return 'gzip';
  return identity > 0 ? 'identity' : undefined;
}

function weightsOf(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const member of accepted.split(',')) {
    const [, coding, weight = '1'] =
      /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(member) ?? [];
    if (coding) weights.set(coding.toLowerCase(), Number(weight));
  }
  return weights;
}
