/** What can be wrong with any request to a JSON:API service, or with the service itself. */
import { problemTable } from '../declare/problem-definition.ts';

export const kitProblems = problemTable({
  not_authenticated: {
    status: 401,
    title: 'Not authenticated',
    when: 'The token is missing, malformed, expired or revoked, or its user is disabled.',
    headers: { 'WWW-Authenticate': 'Bearer' },
  },
  role_not_allowed: {
    status: 403,
    title: 'Role not allowed',
    when: 'The role of the user cannot use this part of the API.',
  },
  foreign_record: { status: 403, title: 'Not your record', when: 'The record belongs to another owner.' },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    when: 'The user has made too many requests in this minute. Wait for `Retry-After` seconds.',
    headers: { 'Retry-After': '60' },
  },
  unknown_path: { status: 404, title: 'Not found', when: 'There is nothing at this path.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    when: 'The path exists, but not with this method. `Allow` lists its methods.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    when: 'The `Accept` header names JSON:API only with media type parameters.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    when: 'The `Content-Type` of the body is not that of the operation.',
  },
  body_too_large: { status: 413, title: 'Body too large', when: 'The body has more than 1 MB.' },
  malformed_json: { status: 400, title: 'Malformed JSON', when: 'The body is not valid JSON.' },
  malformed_document: {
    status: 400,
    title: 'Malformed document',
    when: 'The body is JSON, but not a JSON:API document of the form that the operation takes.',
  },
  response_too_large: {
    status: 400,
    title: 'Response too large',
    when: 'The response would have more than 6 MB, or take too many reads of the database. `detail` says what to ask instead.',
  },
  search_too_large: {
    status: 400,
    title: 'Search too large',
    when: 'The list would have to read too many records. Narrow it with filters.',
  },
  unsupported_parameter: {
    status: 400,
    title: 'Unsupported query parameter',
    when: 'The operation does not take this query parameter, or cannot include or sort by this name.',
  },
  invalid_parameter: {
    status: 400,
    title: 'Invalid query parameter',
    when: 'The value of a query parameter is not valid, or the parameter is given twice.',
  },
  invalid_filter: {
    title: 'Invalid query parameter',
    when: 'A filter of this type is unknown, or its value is not valid.',
  },
  type_conflict: {
    status: 409,
    title: 'Type conflict',
    when: 'The `type` of the document is not that of the path.',
  },
  id_conflict: {
    status: 409,
    title: 'Id conflict',
    when: 'The `id` of the document is not that of the path.',
  },
  client_id_forbidden: {
    status: 403,
    title: 'Client-generated id',
    when: 'The document of a new record has an `id`: the service chooses it.',
  },
  client_id_conflict: {
    status: 409,
    title: 'Client-generated id',
    when: 'The document of a new webhook endpoint has an `id`: the service chooses it.',
  },
  stale_version: {
    status: 412,
    title: 'Version conflict',
    when: 'The record has changed since the version that `If-Match` names. Read it again.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'Invalid idempotency key',
    when: 'The `Idempotency-Key` does not have 1 to 255 visible ASCII characters.',
  },
  idempotency_key_reused: {
    title: 'Idempotency key reused',
    when: 'The `Idempotency-Key` was used for a request with another path or body.',
  },
  idempotency_key_running: {
    status: 409,
    title: 'Request in progress',
    when: 'The first request with this `Idempotency-Key` is still in progress. Try again.',
    headers: { 'Retry-After': '1' },
  },
  unknown_record: { status: 404, title: 'Not found', when: 'There is no record with this id.' },
  unknown_related_record: {
    status: 404,
    title: 'Related record not found',
    when: 'The document links to a record that does not exist.',
  },
  foreign_related_record: {
    status: 403,
    title: 'Not your record',
    when: 'The document links to a record of another owner.',
  },
  required: { title: 'Required', when: 'A required attribute or relationship is missing.' },
  invalid_value: {
    title: 'Invalid value',
    when: 'A value breaks a rule of its attribute or relationship. `detail` says which.',
  },
  unknown_member: {
    title: 'Unknown member',
    when: 'The document has a member that the type does not have, or that cannot be written.',
  },
  value_taken: {
    title: 'Already taken',
    when: 'Another record has this value, which must be unique.',
  },
  limit_reached: {
    title: 'Limit reached',
    when: 'There can be no more records of this kind. `detail` names the limit.',
  },
  too_many_changes: {
    title: 'Too many changes',
    when: 'The request would change more than 100 rows in one transaction. Send it in parts.',
  },
  unknown_command: {
    title: 'Unknown command',
    when: 'The operator command does not exist, or its arguments are not valid.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    when: 'The service has failed. The log has the `id` of the error.',
  },
  table_throttled: {
    status: 503,
    title: 'Busy',
    when: 'The database is busy. Try again after `Retry-After` seconds.',
    headers: { 'Retry-After': '1' },
  },
  table_unavailable: {
    status: 503,
    title: 'Unavailable',
    when: 'The database did not respond. Whether a write took effect is unknown: repeat it with its key.',
    headers: { 'Retry-After': '2' },
  },
  secret_unavailable: {
    status: 503,
    title: 'Unavailable',
    when: 'The keys of the stage could not be read. Try again after `Retry-After` seconds.',
    headers: { 'Retry-After': '2' },
  },
});
