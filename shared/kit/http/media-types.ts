/** Content negotiation (JSON:API 1.0): checks Accept, Content-Type and the size of the body. */
import { FORM_TYPE } from '../declare/endpoint.ts';
import { MEDIA_TYPE } from '../jsonapi/types.ts';
import { problem } from '../values/problems.ts';
import type { ApiRequest } from './request.ts';

const baseOf = (mediaType: string): string => mediaType.replace(/;.*$/s, '').trim().toLowerCase();

/** `q` is a weight (RFC 9110, 12.4.2), not a parameter of the media type. */
const hasParameters = (mediaType: string): boolean =>
  mediaType
    .split(';')
    .slice(1)
    .some((parameter) => !/^\s*q\s*=/i.test(parameter));

/** The media type of lists that are shown as CSV (RFC 4180). */
export const CSV_TYPE = 'text/csv';

const entriesOf = ({ headers }: Pick<ApiRequest, 'headers'>): string[] =>
  (headers['accept'] ?? '*/*').split(',');

/**
 * @param showsCsv whether the route can respond with CSV.
 * @throws not_acceptable if every JSON:API entry of Accept has parameters, and nothing else matches.
 */
export function checkAccept(request: Pick<ApiRequest, 'headers'>, showsCsv = false): void {
  const entries = entriesOf(request);
  const jsonApi = entries.filter((entry) => baseOf(entry) === MEDIA_TYPE);
  const acceptsAny = entries.some((entry) => ['*/*', 'application/*'].includes(baseOf(entry)));
  if (showsCsv && prefersCsv(request)) return;
  if (jsonApi.length > 0 && jsonApi.every(hasParameters) && !acceptsAny) {
    throw problem('not_acceptable', `Accept must contain ${MEDIA_TYPE} without media type parameters.`);
  }
}

/** Whether a request accepts CSV with a higher weight than JSON:API, or names it and not JSON:API. */
export function prefersCsv(request: Pick<ApiRequest, 'headers'>): boolean {
  const entries = entriesOf(request);
  const csv = matchOf(CSV_TYPE, entries);
  const jsonApi = matchOf(
    MEDIA_TYPE,
    entries.filter((entry) => baseOf(entry) !== MEDIA_TYPE || !hasParameters(entry)),
  );
  if (csv.weight !== jsonApi.weight) return csv.weight > jsonApi.weight;
  return csv.weight > 0 && csv.specificity > jsonApi.specificity;
}

/** The weight of the most specific entry that matches a type (RFC 9110, 12.5.1). */
function matchOf(type: string, entries: readonly string[]): { weight: number; specificity: number } {
  const ranges = ['*/*', type.replace(/\/.*/, '/*'), type];
  const matching = entries.map((entry) => ({ specificity: ranges.indexOf(baseOf(entry)), entry }));
  const [best] = matching
    .filter(({ specificity }) => specificity >= 0)
    .sort((left, right) => right.specificity - left.specificity);
  return best
    ? { weight: weightOf(best.entry), specificity: best.specificity }
    : { weight: 0, specificity: 0 };
}

function weightOf(entry: string): number {
  const [, weight] = /;\s*q\s*=\s*([\d.]+)/i.exec(entry) ?? [];
  return weight === undefined ? 1 : Number(weight);
}

export function sendsForm({ headers }: ApiRequest): boolean {
  const contentType = headers['content-type'];
  return contentType !== undefined && baseOf(contentType) === FORM_TYPE;
}

/**
 * @param wanted the media types of the route.
 * @throws unsupported_media_type, body_too_large, malformed_json or malformed_form. Requests without a body
 * always pass.
 */
export function checkContent(
  request: ApiRequest,
  { wanted, kilobytes }: { wanted: readonly string[]; kilobytes: number },
): void {
  const { headers, rawBody, isText } = request;
  if (rawBody === undefined) return;
  const contentType = headers['content-type'] ?? '';
  const base = baseOf(contentType);
  if (!wanted.includes(base) || (base === MEDIA_TYPE && contentType.includes(';')))
    throw problem(
      'unsupported_media_type',
      `Send the body as Content-Type: ${wanted.join(' or ')}${wanted.includes(MEDIA_TYPE) ? ' without parameters' : ''}.`,
    );
  if (Buffer.byteLength(rawBody) > kilobytes * 1024)
    throw problem('body_too_large', `The body must be at most ${kilobytes} KB.`);
  const malformed = base === FORM_TYPE ? 'malformed_form' : 'malformed_json';
  if (!isText) throw problem(malformed, 'The body is not valid UTF-8.');
}
