/** Why a call failed: the API rejected it, or there was no response. */

/** An error of a response, as the API describes it. */
export interface ErrorObject {
  readonly status?: string;
  readonly code?: string;
  readonly title?: string;
  readonly detail?: string;
  readonly id?: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string };
}

export interface Failure {
  readonly status: number;
  readonly code: string | null;
  readonly errors: readonly ErrorObject[];
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
}

/** The API rejected the call. Each code has a subclass. */
export class ApiError extends Error {
  readonly status: number;
  /** Code of the first error; null for the few that have none. */
  readonly code: string | null;
  /** All problems of the request. */
  readonly errors: readonly ErrorObject[];
  /** Where the first problem is in the document that was sent. */
  readonly pointer: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, errors, message, retryAfterSeconds }: Failure) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.pointer = errors[0]?.source?.pointer;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** There was no response. `cause` is the last failure. A write may have taken effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** A record that a list could not show. */
export interface UnreadableRecord {
  readonly type: string;
  readonly id: string;
}

/**
 * A fault of the service, which its operator is informed of, prevents records from being shown. They still exist. Thrown once
 * all others were read.
 */
export class UnreadableRecordsError extends Error {
  override readonly name = 'UnreadableRecordsError';
  readonly records: readonly UnreadableRecord[];

  constructor(records: readonly UnreadableRecord[]) {
    const named = records.map(({ type, id }) => `${type} ${id}`).join(', ');
    super(`The list is not complete. These records exist and cannot be shown at the moment: ${named}.`);
    this.records = records;
  }
}

export type ErrorClass = new (failure: Failure) => ApiError;

/** What the client knows of the codes. */
export interface KnownErrors {
  readonly byCode: Readonly<Record<string, ErrorClass>>;
  /** Codes by title, of errors that the API sends without a code. */
  readonly codeless: Readonly<Record<string, string>>;
}

/** @param body of the response, as text: some come from a gateway, and are not documents. */
export function errorOf(response: Response, body: string, known: KnownErrors): ApiError {
  const errors = errorsIn(body);
  const [first] = errors;
  const titled = first?.title === undefined ? undefined : known.codeless[first.title];
  const code = first?.code ?? titled ?? null;
  const message =
    errors.flatMap(({ title, detail }) => detail ?? title ?? []).join(' ') ||
    `The response has the status ${response.status}.`;
  const Class = (code === null ? undefined : known.byCode[code]) ?? ApiError;
  const retryAfterSeconds = secondsIn(response.headers.get('Retry-After'));
  return new Class({ status: response.status, code, errors, message, retryAfterSeconds });
}

function errorsIn(body: string): readonly ErrorObject[] {
  try {
    const document = JSON.parse(body) as { readonly errors?: unknown } | null;
    return Array.isArray(document?.errors) ? document.errors : [];
  } catch {
    return [];
  }
}

/** @param value of Retry-After: seconds or a date (RFC 9110, 10.2.3). */
function secondsIn(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? undefined : Math.max(0, (moment - Date.now()) / 1000);
}
