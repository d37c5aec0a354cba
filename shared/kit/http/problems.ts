/** Problems of any JSON:API service. Each feature adds its own. */
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
    when: "The user's role does not allow this operation.",
  },
  foreign_record: { status: 403, title: 'Not your record', when: 'The record belongs to another owner.' },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    when: 'The user has made too many requests in this minute. Wait for `Retry-After` seconds.',
    headers: { 'Retry-After': '60' },
  },
  unknown_path: { status: 404, title: 'Not found', when: 'The API does not have this path.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    when: 'The path does not support this method. `Allow` lists the supported methods.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    when: 'The `Accept` header lists JSON:API only with media type parameters.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    when: 'The operation does not accept this `Content-Type`.',
  },
  url_too_long: {
    status: 414,
    title: 'URL too long',
    when: 'The path and the query are longer than the service accepts. `detail` states the limit.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    when: 'The body is larger than the stage accepts: 1 MB unless `detail` says otherwise.',
  },
  body_too_deep: {
    status: 400,
    title: 'Body too deep',
    when: 'The arrays and objects of the body are nested too deeply. `detail` states the limit.',
  },
  malformed_json: { status: 400, title: 'Malformed JSON', when: 'The body is not valid JSON.' },
  malformed_form: {
    status: 400,
    title: 'Malformed form',
    when: 'The body is not a form encoded in UTF-8.',
  },
  malformed_document: {
    status: 400,
    title: 'Malformed document',
    when: 'The body is valid JSON, but not the JSON:API document that the operation expects.',
  },
  response_too_large: {
    status: 400,
    title: 'Response too large',
    when: 'The response would exceed 6 MB or need too many reads. `detail` says what to request instead.',
  },
  search_too_large: {
    status: 400,
    title: 'Search too large',
    when: 'The search would read too many records. Narrow it with filters.',
  },
  unsupported_parameter: {
    status: 400,
    title: 'Unsupported query parameter',
    when: 'The operation does not support this query parameter, or cannot include or sort by this name.',
  },
  invalid_parameter: {
    status: 400,
    title: 'Invalid query parameter',
    when: 'A query parameter has an invalid value or is given twice.',
  },
  invalid_filter: {
    title: 'Invalid query parameter',
    when: 'The type does not have this filter, or the value is invalid.',
  },
  type_conflict: {
    status: 409,
    title: 'Type conflict',
    when: 'The `type` in the document does not match the path.',
  },
  id_conflict: {
    status: 409,
    title: 'Id conflict',
    when: 'The `id` in the document does not match the path.',
  },
  client_id_forbidden: {
    status: 403,
    title: 'Client-generated id',
    when: 'The document of a new record has an `id`. The service assigns ids.',
  },
  client_id_conflict: {
    status: 409,
    title: 'Client-generated id',
    when: 'The document of a new webhook endpoint has an `id`. The service assigns ids.',
  },
  stale_version: {
    status: 412,
    title: 'Version conflict',
    when: 'The record has changed since the version in `If-Match`. Read it again.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'Invalid idempotency key',
    when: 'The `Idempotency-Key` is not 1 to 255 visible ASCII characters.',
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
  unknown_record: { status: 404, title: 'Not found', when: 'No record has this id.' },
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
    when: 'The value of an attribute or relationship is invalid. `detail` says why.',
  },
  unknown_member: {
    title: 'Unknown member',
    when: 'The document has a member that is unknown or read-only.',
  },
  value_taken: {
    title: 'Already taken',
    when: 'Another record already has this value, which must be unique.',
  },
  limit_reached: {
    title: 'Limit reached',
    when: 'The maximum number of records is reached. `detail` states the limit.',
  },
  too_many_changes: {
    title: 'Too many changes',
    when: 'The request would change more than 100 rows in one transaction. Split it into smaller requests.',
  },
  unknown_command: {
    title: 'Unknown command',
    when: 'The operator command does not exist, or its arguments are invalid.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    when: 'An unexpected error occurred. Its `id` is in the log.',
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
    when: 'The database did not respond. A write may have taken effect. Repeat it with the same key.',
    headers: { 'Retry-After': '2' },
  },
  list_in_preparation: {
    status: 503,
    title: 'List in preparation',
    when: 'The list is too long to be read without preparation, which takes about a minute. Try again after `Retry-After` seconds.',
    headers: { 'Retry-After': '30' },
  },
  secret_unavailable: {
    status: 503,
    title: 'Unavailable',
    when: 'The signing keys could not be read. Try again after `Retry-After` seconds.',
    headers: { 'Retry-After': '2' },
  },
});
