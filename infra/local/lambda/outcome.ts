/** The outcome of an invocation. */
export interface Outcome {
  /** JSON: what the handler returned, or `{ errorType, errorMessage, trace }`. */
  readonly payload: string;
  readonly isError: boolean;
}

export function failure(errorType: string, errorMessage: string, trace: readonly string[] = []): Outcome {
  return { payload: JSON.stringify({ errorType, errorMessage, trace }), isError: true };
}
