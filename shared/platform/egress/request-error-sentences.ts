/** Why a file could not be read, as sentences for the one who gave its URL. */
import type { RequestError } from './send-request.ts';

export const requestErrorSentences: Readonly<Record<RequestError, string>> = {
  unreachable: 'No connection to the server was possible.',
  tls: 'The server has no trusted certificate for the host of the URL.',
  no_response: 'The server closed the connection.',
  timeout: 'The server took too long.',
};
