/** Maps errors to responses. */
import { SecretUnavailable } from '../../platform/stage-secret/stage-secret.ts';
import type { ProblemDefinition, ProblemTable } from '../declare/problem-definition.ts';
import { type ErrorObject, jsonapi } from '../jsonapi/types.ts';
import { TableThrottled, TableUnavailable } from '../table/client.ts';
import { TooManyWrites } from '../table/merge.ts';
import { type Problem, type ProblemCode, Problems } from '../values/problems.ts';
import { ProblemsWithHeaders } from './problems-with-headers.ts';
import type { ApiResponse } from './response.ts';

/**
 * Problems thrown together share a status, so the first one sets it. Unavailable dependencies become a 503.
 * Unknown errors become a 500 that shows only the request id.
 */
export function errorResponse(
  error: unknown,
  { problems, requestId }: { readonly problems: ProblemTable; readonly requestId: string },
): ApiResponse {
  const all = problemsOf(error);
  const { status, headers } = problems[all[0]?.code ?? 'internal_error'];
  return {
    status,
    headers: { ...headers, ...(error instanceof ProblemsWithHeaders && error.headers) },
    document: {
      jsonapi,
      errors: all.map((problem) => errorObject(problem, problems[problem.code], requestId)),
    },
  };
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof Problems) return error.problems;
  if (error instanceof TableThrottled) return [busy('table_throttled')];
  if (error instanceof TableUnavailable) return [busy('table_unavailable')];
  if (error instanceof SecretUnavailable) return [busy('secret_unavailable')];
  if (error instanceof TooManyWrites) {
    const tooMany =
      'The request changes too many records for one transaction. Split it into smaller requests.';
    return [{ code: 'too_many_changes', detail: tooMany }];
  }
  const detail = 'An unexpected error occurred. If it happens again, contact support with this error id.';
  return [{ code: 'internal_error', detail }];
}

const busy = (code: ProblemCode): Problem => ({
  code,
  detail: 'The service is temporarily unavailable. Try again shortly.',
});

function errorObject(
  { code, detail, pointer, parameter }: Problem,
  { status, title, omitsCode, detailOnly }: ProblemDefinition,
  requestId: string,
): ErrorObject {
  if (detailOnly) return { status: String(status), detail };
  return {
    ...(status >= 500 && { id: requestId }),
    status: String(status),
    ...(!omitsCode && { code }),
    title,
    detail,
    ...(pointer !== undefined && { source: { pointer } }),
    ...(parameter !== undefined && { source: { parameter } }),
  };
}
