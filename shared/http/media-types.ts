/** Media types (JSON:API 1.0, content negotiation): what we take, and what the client lets us answer with. */
import { problem } from '../domain/problems.ts';
import { MEDIA_TYPE } from '../jsonapi/types.ts';
import type { ApiRequest } from './request.ts';

const MAX_BYTES = 1024 * 1024;

const baseOf = (mediaType: string): string => (mediaType.split(';')[0] ?? '').trim().toLowerCase();

/** `q` weighs a media type in Accept (RFC 9110, 12.4.2); every other parameter belongs to the media type. */
const hasParameters = (mediaType: string): boolean =>
  mediaType
    .split(';')
    .slice(1)
    .some((parameter) => !/^\s*q\s*=/i.test(parameter));

/** @throws not_acceptable when every JSON:API entry of Accept bears parameters and nothing else would do. */
export function checkAccept({ headers }: ApiRequest): void {
  const entries = (headers['accept'] ?? '*/*').split(',');
  const jsonApi = entries.filter((entry) => baseOf(entry) === MEDIA_TYPE);
  const acceptsAny = entries.some((entry) => ['*/*', 'application/*'].includes(baseOf(entry)));
  if (jsonApi.length > 0 && jsonApi.every(hasParameters) && !acceptsAny) {
    throw problem('not_acceptable', `Accept ${MEDIA_TYPE} without parameters.`);
  }
}

/** @throws unsupported_media_type, body_too_large or malformed_json. A request without a body has no type to check. */
export function checkContent({ headers, rawBody, isText }: ApiRequest, wanted: string): void {
  if (rawBody === undefined) return;
  const given = headers['content-type'] ?? '';
  const isWanted = baseOf(given) === wanted && (wanted !== MEDIA_TYPE || !given.includes(';'));
  if (!isWanted)
    throw problem(
      'unsupported_media_type',
      `Send the body as Content-Type: ${wanted}${wanted === MEDIA_TYPE ? ', without parameters' : ''}.`,
    );
  if (Buffer.byteLength(rawBody) > MAX_BYTES)
    throw problem('body_too_large', 'A body can have 1 MB at most.');
  if (!isText) throw problem('malformed_json', 'The body is not UTF-8.');
}
