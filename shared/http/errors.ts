/** Maps each problem code to its status and title, and any error to a response: the only file with error statuses. */
import { SecretUnavailable } from '../auth/stage-secret.ts';
import { type Problem, type ProblemCode, Problems } from '../domain/problems.ts';
import { type ErrorObject, jsonapi } from '../jsonapi/types.ts';
import { TableThrottled, TableUnavailable } from '../table/client.ts';
import { TooManyWrites } from '../table/merge.ts';
import { ProblemsWithHeaders } from './problems-with-headers.ts';
import type { ApiResponse } from './response.ts';

interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  /** The response contains the code: only for codes that the specification names. */
  readonly showsCode?: true;
  /** The error object has only status and detail, as the specification requires for artist profiles. */
  readonly detailOnly?: true;
}

/** Status and title of each code. */
export const errorDefinitions: Readonly<Record<ProblemCode, ErrorDefinition>> = {
  not_authenticated: { status: 401, title: 'Not authenticated' },
  download_link_invalid: { status: 403, title: 'Download link not valid' },
  role_not_allowed: { status: 403, title: 'Role not allowed' },
  foreign_record: { status: 403, title: 'Not your record' },
  rank_not_below: { status: 403, title: 'Insufficient rank' },
  rate_limit_exceeded: { status: 429, title: 'Too many requests' },
  unknown_path: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  body_too_large: { status: 413, title: 'Body too large' },
  malformed_json: { status: 400, title: 'Malformed JSON' },
  malformed_document: { status: 400, title: 'Malformed document' },
  response_too_large: { status: 400, title: 'Response too large', showsCode: true },
  search_too_large: { status: 400, title: 'Search too large' },
  unsupported_parameter: { status: 400, title: 'Unsupported query parameter' },
  invalid_parameter: { status: 400, title: 'Invalid query parameter' },
  invalid_filter: { status: 422, title: 'Invalid query parameter' },
  type_conflict: { status: 409, title: 'Type conflict' },
  id_conflict: { status: 409, title: 'Id conflict' },
  client_id_forbidden: { status: 403, title: 'Client-generated id' },
  client_id_conflict: { status: 409, title: 'Client-generated id' },
  stale_version: { status: 412, title: 'Version conflict' },
  idempotency_key_invalid: { status: 400, title: 'Invalid idempotency key' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused', showsCode: true },
  idempotency_key_running: { status: 409, title: 'Request in progress' },
  unknown_record: { status: 404, title: 'Not found' },
  unknown_related_record: { status: 404, title: 'Related record not found' },
  foreign_related_record: { status: 403, title: 'Not your record' },
  required: { status: 422, title: 'Required' },
  invalid_value: { status: 422, title: 'Invalid value' },
  unknown_member: { status: 422, title: 'Unknown member' },
  value_taken: { status: 422, title: 'Already taken' },
  limit_reached: { status: 422, title: 'Limit reached', showsCode: true },
  too_many_changes: { status: 422, title: 'Too many changes', showsCode: true },
  dsp_not_assigned: { status: 422, title: 'DSP not assigned to you' },
  artist_has_albums: { status: 422, title: 'Artist has albums', showsCode: true },
  label_has_albums: { status: 422, title: 'Label has albums', showsCode: true },
  album_has_tracks: { status: 422, title: 'Album has tracks', showsCode: true },
  track_needs_album: { status: 422, title: 'Track needs an album', showsCode: true },
  track_asset_exists: { status: 422, title: 'Asset exists', showsCode: true },
  track_asset_type_mismatch: { status: 422, title: 'Wrong type of asset', showsCode: true },
  video_read_only: { status: 403, title: 'Video is read-only', showsCode: true },
  video_not_allowed: { status: 403, title: 'Videos not allowed', showsCode: true },
  video_track_is_shared: { status: 422, title: 'Track is shared', showsCode: true },
  video_release_accepts_only_videos: { status: 422, title: 'Only videos', showsCode: true },
  fingerprint_scan_required_for_video: {
    status: 422,
    title: 'Fingerprint scan required',
    showsCode: true,
  },
  dsp_does_not_accept_video: { status: 422, title: 'DSP does not accept video', showsCode: true },
  album_dsp_exists: { status: 422, title: 'DSP assigned already', showsCode: true },
  dsp_not_available: { status: 422, title: 'DSP not available', showsCode: true },
  album_in_distribution: { status: 422, title: 'Album in distribution', showsCode: true },
  track_in_distribution: { status: 422, title: 'Track in distribution', showsCode: true },
  album_incomplete: { status: 422, title: 'Album incomplete', showsCode: true },
  distribution_request_exists: { status: 422, title: 'Distribution request exists', showsCode: true },
  update_requires_sent_delivery: { status: 422, title: 'No delivery was sent', showsCode: true },
  redelivery_requires_sent_delivery: { status: 422, title: 'No delivery was sent', showsCode: true },
  takedown_requires_sent_delivery: { status: 422, title: 'No delivery was sent', showsCode: true },
  distribution_request_not_open: { status: 422, title: 'Request is decided', showsCode: true },
  distribution_request_not_preapproved: { status: 422, title: 'Request is not preapproved', showsCode: true },
  distribution_request_not_pending: { status: 422, title: 'Request is not pending', showsCode: true },
  distribution_request_not_in_error: {
    status: 422,
    title: 'Request is neither in error nor rejected',
    showsCode: true,
  },
  delivery_not_sent: { status: 422, title: 'Delivery not sent', showsCode: true },
  delivery_reported: { status: 422, title: 'Delivery reported', showsCode: true },
  preapproval_not_allowed: { status: 403, title: 'Pre-approval not allowed', showsCode: true },
  availability_refused: { status: 422, title: 'Invalid profile', detailOnly: true },
  usage_file_known: { status: 409, title: 'File already imported' },
  usage_import_running: { status: 409, title: 'Import is running' },
  unknown_usage_import: { status: 404, title: 'Unknown import' },
  payment_above_balance: { status: 422, title: 'Payment above the balance' },
  replica_not_managed: { status: 403, title: 'Profile is read-only', detailOnly: true },
  invalid_credentials: { status: 422, title: 'Invalid credentials' },
  account_disabled: { status: 422, title: 'Account disabled', showsCode: true },
  'webhook-endpoint-limit': { status: 422, title: 'Too many webhook endpoints', showsCode: true },
  'webhook-endpoint-disabled': { status: 409, title: 'Webhook endpoint disabled', showsCode: true },
  unknown_command: { status: 422, title: 'Unknown command' },
  internal_error: { status: 500, title: 'Internal error' },
  table_throttled: { status: 503, title: 'Busy' },
  table_unavailable: { status: 503, title: 'Unavailable' },
  secret_unavailable: { status: 503, title: 'Unavailable' },
};

const extraHeaders: Partial<Record<ProblemCode, Readonly<Record<string, string>>>> = {
  not_authenticated: { 'WWW-Authenticate': 'Bearer' },
  table_throttled: { 'Retry-After': '1' },
  table_unavailable: { 'Retry-After': '2' },
  secret_unavailable: { 'Retry-After': '2' },
  idempotency_key_running: { 'Retry-After': '1' },
};

/** @returns names of the headers that every response to such an error has. */
export const errorHeaders = (code: ProblemCode): readonly string[] =>
  code === 'rate_limit_exceeded' ? ['Retry-After'] : Object.keys(extraHeaders[code] ?? {});

/**
 * The response to any error: problems with the status of the first, since all problems of one error share a status;
 * 503 when a service we depend on is unavailable; anything else is a 500 that shows only the request's id.
 */
export function errorResponse(error: unknown, requestId: string): ApiResponse {
  const problems = problemsOf(error);
  const [first] = problems;
  const code = first?.code ?? 'internal_error';
  return {
    status: errorDefinitions[code].status,
    headers: { ...extraHeaders[code], ...(error instanceof ProblemsWithHeaders && error.headers) },
    document: { jsonapi, errors: problems.map((problem) => errorObject(problem, requestId)) },
  };
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof Problems) return error.problems;
  if (error instanceof TableThrottled) return [busy('table_throttled')];
  if (error instanceof TableUnavailable) return [busy('table_unavailable')];
  if (error instanceof SecretUnavailable) return [busy('secret_unavailable')];
  if (error instanceof TooManyWrites) {
    const tooMany = 'The request changes more records than can be saved at once: send it in parts.';
    return [{ code: 'too_many_changes', detail: tooMany }];
  }
  const detail = 'Something went wrong on our side. If it keeps happening, tell us the id of this error.';
  return [{ code: 'internal_error', detail }];
}

const busy = (code: ProblemCode): Problem => ({
  code,
  detail: 'The service is temporarily unavailable: try again shortly.',
});

function errorObject({ code, detail, pointer, parameter }: Problem, requestId: string): ErrorObject {
  const { status, title, showsCode, detailOnly } = errorDefinitions[code];
  if (detailOnly) return { status: String(status), detail };
  return {
    ...(status >= 500 && { id: requestId }),
    status: String(status),
    ...(showsCode && { code }),
    title,
    detail,
    ...(pointer !== undefined && { source: { pointer } }),
    ...(parameter !== undefined && { source: { parameter } }),
  };
}
