/** The sentences for errors of S3, and of the role that a store grants. */
import { StoreFailure, type StoreFault } from '../connected/store-failure.ts';

export interface S3Place {
  readonly bucket: string;
  readonly region: string;
  readonly role: string;
  readonly idleTimeoutMs: number;
  /** Aborted when the caller runs out of time. */
  readonly until: AbortSignal;
}

interface Described {
  readonly fault: StoreFault;
  readonly sentence: string;
}

/** @param action what the store was asked to do. */
export function s3Failure(error: unknown, action: string, place: S3Place): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const { fault, sentence } = ofConnection(error, place) ?? ofBucket(error, place);
  return new StoreFailure(fault, `${sentence} It was asked to ${action}.`);
}

/** AWS has one error for all these reasons, so that nobody learns which roles exist. */
export function roleFailure(
  error: unknown,
  place: Pick<S3Place, 'role' | 'until' | 'idleTimeoutMs'>,
): StoreFailure {
  const connection = ofConnection(error, place);
  if (connection)
    return new StoreFailure(connection.fault, `${connection.sentence} It was asked for a role.`);
  const { role } = place;
  return statusOf(error) === 403 || nameOf(error) === 'AccessDenied'
    ? new StoreFailure(
        'sign_in',
        `The role ${role} cannot be assumed: it does not exist, does not trust the stage, or trusts it with another external id.`,
      )
    : new StoreFailure('protocol', `The role ${role} cannot be assumed (${describedError(error)}).`);
}

function ofConnection(
  error: unknown,
  { until, idleTimeoutMs }: Pick<S3Place, 'until' | 'idleTimeoutMs'>,
): Described | undefined {
  if (until.aborted) return { fault: 'unfinished', sentence: 'There was no time left for the store.' };
  const { name, code } = Object(error);
  if (name === 'AbortError') return { fault: 'closed', sentence: 'The session has ended.' };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { fault: 'address', sentence: 'The name of the service was not found.' };
  if (code === 'ECONNREFUSED') return { fault: 'unreachable', sentence: 'The store rejects connections.' };
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return { fault: 'closed', sentence: 'The store closed the connection.' };
  // The SDK also gives this name to errors with the codes above.
  if (name === 'TimeoutError')
    return { fault: 'timeout', sentence: `The store did not respond for ${idleTimeoutMs / 1000} seconds.` };
  return undefined;
}

const WRONG_REGION = [
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
];
const WRONG_CREDENTIALS = ['InvalidAccessKeyId', 'ExpiredToken', 'InvalidToken', 'SignatureDoesNotMatch'];

function ofBucket(error: unknown, { bucket, region, role }: S3Place): Described {
  const name = nameOf(error);
  const status = statusOf(error);
  if (status === 301 || WRONG_REGION.includes(name)) {
    const { $response, Region } = Object(error);
    const found = $response?.headers?.['x-amz-bucket-region'] ?? Region;
    const where = found === undefined ? 'in another region' : `in the region ${inOneLine(found)}`;
    return { fault: 'address', sentence: `The bucket ${bucket} is ${where}, not in ${region}.` };
  }
  if (name === 'NoSuchBucket') return { fault: 'missing', sentence: `There is no bucket ${bucket}.` };
  if (WRONG_CREDENTIALS.includes(name))
    return { fault: 'sign_in', sentence: `The bucket does not accept the credentials of the role ${role}.` };
  if (status === 403) return { fault: 'permission', sentence: 'The store denies permission.' };
  if (status === 404) return { fault: 'missing', sentence: 'The store has no such file or folder.' };
  return { fault: 'protocol', sentence: `The store failed (${describedError(error)}).` };
}

const nameOf = (error: unknown): string => String(Object(error).name);
const statusOf = (error: unknown): unknown => Object(error).$metadata?.httpStatusCode;

function describedError(error: unknown): string {
  const status = statusOf(error);
  return inOneLine(status === undefined ? `${nameOf(error)}` : `${status} ${nameOf(error)}`);
}

/** The other side chooses the text. */
const inOneLine = (text: unknown): string =>
  String(text)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .slice(0, 100);
