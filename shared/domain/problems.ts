/** Everything that can be wrong with a request, as stable codes. */

export type ProblemCode =
  // authentication and authorization
  | 'not_authenticated'
  | 'role_not_allowed'
  | 'foreign_record'
  | 'download_link_invalid'
  | 'rank_not_below'
  | 'rate_limit_exceeded'
  // form of the request
  | 'unknown_path'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'malformed_json'
  | 'malformed_document'
  | 'unsupported_parameter'
  | 'invalid_parameter'
  | 'response_too_large'
  | 'search_too_large'
  | 'invalid_filter'
  | 'type_conflict'
  | 'id_conflict'
  | 'client_id_forbidden'
  | 'client_id_conflict'
  | 'stale_version'
  | 'idempotency_key_invalid'
  | 'idempotency_key_reused'
  | 'idempotency_key_running'
  // content of the request
  | 'unknown_record'
  | 'unknown_related_record'
  | 'foreign_related_record'
  | 'required'
  | 'invalid_value'
  | 'unknown_member'
  | 'value_taken'
  | 'limit_reached'
  | 'too_many_changes'
  | 'dsp_not_assigned'
  | 'artist_has_albums'
  | 'label_has_albums'
  | 'album_has_tracks'
  | 'track_needs_album'
  | 'track_asset_exists'
  | 'track_asset_type_mismatch'
  | 'video_read_only'
  | 'video_not_allowed'
  | 'video_track_is_shared'
  | 'video_release_accepts_only_videos'
  | 'fingerprint_scan_required_for_video'
  | 'dsp_does_not_accept_video'
  | 'album_dsp_exists'
  | 'dsp_not_available'
  | 'album_in_distribution'
  | 'track_in_distribution'
  | 'album_incomplete'
  | 'distribution_request_exists'
  | 'update_requires_sent_delivery'
  | 'redelivery_requires_sent_delivery'
  | 'takedown_requires_sent_delivery'
  | 'distribution_request_not_open'
  | 'distribution_request_not_preapproved'
  | 'distribution_request_not_pending'
  | 'distribution_request_not_in_error'
  | 'preapproval_not_allowed'
  | 'delivery_not_sent'
  | 'delivery_reported'
  | 'availability_refused'
  | 'replica_not_managed'
  | 'usage_file_known'
  | 'usage_import_running'
  | 'unknown_usage_import'
  | 'payment_above_balance'
  // sign-in
  | 'invalid_credentials'
  | 'account_disabled'
  // webhooks: with hyphens, as in the specification
  | 'webhook-endpoint-limit'
  | 'webhook-endpoint-disabled'
  // operator commands
  | 'unknown_command'
  // the service itself
  | 'internal_error'
  | 'table_throttled'
  | 'table_unavailable'
  | 'secret_unavailable';

export interface Problem {
  readonly code: ProblemCode;
  /** A sentence for the reader of the error. */
  readonly detail: string;
  /** JSON pointer (RFC 6901) into the request document. */
  readonly pointer?: string;
  /** The query parameter at fault. */
  readonly parameter?: string;
}

/** Maximum number of problems that are collected and reported, so that their size is limited. */
export const MAX_PROBLEMS = 1000;

/** @returns whether further problems would not be reported. */
export const isFull = (problems: readonly Problem[]): boolean => problems.length >= MAX_PROBLEMS;

/** A short message for stack traces: the first problem, shortened. */
function summaryOf(problems: readonly Problem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return first ? `${first.code}: ${first.detail.slice(0, 200)}${more}` : '';
}

/** Several rules, or conditions of one write, can find the same fault: it is one problem. */
function distinct(problems: readonly Problem[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const each of problems) {
    if (found.size === MAX_PROBLEMS) break;
    const { code, detail, pointer, parameter } = each;
    const name = JSON.stringify([code, detail, pointer, parameter]);
    if (!found.has(name)) found.set(name, each);
  }
  return [...found.values()];
}

/**
 * Thrown once with all problems of one kind, each once and up to MAX_PROBLEMS, because they are reported in one response.
 */
export class Problems extends Error {
  override name = 'Problems';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const all = distinct(problems);
    super(summaryOf(all));
    this.problems = all;
  }

  /** How often each code occurs: short enough for a log line, whatever the number of problems. */
  get logged(): Partial<Record<ProblemCode, number>> {
    const counts: Partial<Record<ProblemCode, number>> = {};
    for (const { code } of this.problems) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  }
}

/**
 * An error with one problem.
 * @example throw problem('limit_reached', 'You already have 5 keys.', { pointer: '/data' });
 */
export const problem = (
  code: ProblemCode,
  detail: string,
  source: Pick<Problem, 'pointer' | 'parameter'> = {},
): Problems => new Problems([{ code, detail, ...source }]);

/** Throws the collected problems, if there are any. @throws Problems */
export function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Problems(problems);
}

/** @returns whether an error consists only of problems with this code. */
export const isProblem = (error: unknown, code: ProblemCode): error is Problems =>
  error instanceof Problems && error.problems.every((each) => each.code === code);
