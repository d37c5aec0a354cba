/** Why the last attempt at a webhook endpoint failed, for operators. */
import type { UrlRejection } from '../../platform/egress/address-guard.ts';
import { type RequestError, requestErrorSentences } from '../../platform/egress/send-request.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';

const sentences: Readonly<Record<RequestError | UrlRejection['code'], string>> = {
  ...requestErrorSentences,
  url_refused: 'The service does not send to this URL.',
  unresolvable: 'The host name was not found.',
  address_refused: 'The host name resolves to an address that is not public.',
};

/** @returns null if its last attempt succeeded, or was made by a version that did not note it. */
export function reasonOf({ fields }: Pick<Endpoint, 'fields'>): string | null {
  const failure = fields['last-failure'];
  if (!failure) return null;
  if (failure.status !== null) return `The server responded with the status ${failure.status}.`;
  const sentence = Object.entries(sentences).find(([code]) => code === failure.error);
  return sentence ? sentence[1] : failure.error;
}

export const failureOf = (endpoint: Pick<Endpoint, 'fields'>) => ({
  failure: reasonOf(endpoint),
  'failed-at': endpoint.fields['last-failure']?.at ?? null,
});
