/** Everything that can be wrong with a request, as stable codes. */

export type ProblemCode =
  // who asks
  | 'not_authenticated'
  | 'role_not_allowed'
  | 'foreign_record'
  | 'rank_not_below'
  | 'rate_limit_exceeded'
  // how it is asked
  | 'unknown_path'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'malformed_json'
  | 'malformed_document'
  | 'unsupported_parameter'
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
  // what is asked
  | 'unknown_record'
  | 'unknown_related_record'
  | 'foreign_related_record'
  | 'required'
  | 'invalid_value'
  | 'unknown_member'
  | 'value_taken'
  | 'limit_reached'
  | 'dsp_not_assigned'
  | 'artist_has_albums'
  | 'availability_refused'
  | 'replica_not_managed'
  // sign-in
  | 'invalid_credentials'
  | 'account_disabled'
  // webhooks: hyphens, as the specification writes them
  | 'webhook-endpoint-limit'
  | 'webhook-endpoint-disabled'
  // operator's commands
  | 'unknown_command'
  // the service itself
  | 'internal_error'
  | 'table_throttled'
  | 'table_unavailable'
  | 'secret_unavailable';

export interface Problem {
  readonly code: ProblemCode;
  /** A sentence for the person who reads the answer. */
  readonly detail: string;
  /** JSON pointer (RFC 6901) into the request document. */
  readonly pointer?: string;
  /** The query parameter at fault. */
  readonly parameter?: string;
}

/** An answer names at most so many problems, and nobody collects more: all of a million would fit no answer. */
export const MAX_PROBLEMS = 1000;

/** Whether more problems would not be shown. */
export const isFull = (problems: readonly Problem[]): boolean => problems.length >= MAX_PROBLEMS;

/** How often each code occurs: what a log says of a refusal, whatever its size. */
export function countsOf(problems: readonly Problem[]): Partial<Record<ProblemCode, number>> {
  const counts: Partial<Record<ProblemCode, number>> = {};
  for (const { code } of problems) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** For whoever reads a stack: the first problem, in not many words. */
function summaryOf(problems: readonly Problem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return first ? `${first.code}: ${first.detail.slice(0, 200)}${more}` : '';
}

/** Thrown once with all that is wrong, up to MAX_PROBLEMS. Every problem of one throw answers with the same status. */
export class Problems extends Error {
  override name = 'Problems';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(summaryOf(problems));
    this.problems = problems.slice(0, MAX_PROBLEMS);
  }
}

/** One problem, to be thrown. */
export const problem = (
  code: ProblemCode,
  detail: string,
  source: Pick<Problem, 'pointer' | 'parameter'> = {},
): Problems => new Problems([{ code, detail, ...source }]);

/** Throws what was collected, if anything was. */
export function throwIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Problems(problems);
}

/** Whether an error is the refusal with this code, and nothing else. */
export const isProblem = (error: unknown, code: ProblemCode): error is Problems =>
  error instanceof Problems && error.problems.every((each) => each.code === code);
