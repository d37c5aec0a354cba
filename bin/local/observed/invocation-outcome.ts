/** The outcome of an invocation. */
export interface InvocationOutcome {
  /** JSON: what the handler returned, or `{ errorType, errorMessage, trace }`. */
  readonly payload: string;
  readonly isError: boolean;
}

export function failure(
  errorType: string,
  errorMessage: string,
  trace: readonly string[] = [],
): InvocationOutcome {
  return { payload: JSON.stringify({ errorType, errorMessage, trace }), isError: true };
}
