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

/** @throws not_acceptable if every JSON:API entry of Accept has parameters and no wildcard matches. */
export function checkAccept({ headers }: ApiRequest): void {
  const entries = (headers['accept'] ?? '*/*').split(',');
  const jsonApi = entries.filter((entry) => baseOf(entry) === MEDIA_TYPE);
  const acceptsAny = entries.some((entry) => ['*/*', 'application/*'].includes(baseOf(entry)));
  if (jsonApi.length > 0 && jsonApi.every(hasParameters) && !acceptsAny) {
    throw problem('not_acceptable', `Accept must contain ${MEDIA_TYPE} without media type parameters.`);
  }
}

export const sendsForm = ({ headers }: ApiRequest): boolean =>
  baseOf(headers['content-type'] ?? '') === FORM_TYPE;

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
