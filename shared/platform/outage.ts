/** Recognizes outages of AWS services: no connection, no response, or a 5xx. */

/** @returns whether an SDK call failed because of the service rather than the request. */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && (isServerFault(error) || isConnectionFault(error));
}

function isServerFault(error: Error): boolean {
  const { $fault, $metadata } = error as { $fault?: string; $metadata?: { httpStatusCode?: number } };
  return $fault === 'server' || ($metadata?.httpStatusCode ?? 0) >= 500;
}

const connectionFaults = [
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];

function isConnectionFault(error: Error): boolean {
  return error.name === 'TimeoutError' || ('code' in error && connectionFaults.includes(String(error.code)));
}
