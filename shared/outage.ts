/** Tells a service of AWS that gives no answer, or one of 5xx, from a call that is at fault itself. */

export function isOutage(error: unknown): boolean {
  return error instanceof Error && (isServerFault(error) || isConnectionFault(error));
}

/** A status of 5xx, whatever the body says. */
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
