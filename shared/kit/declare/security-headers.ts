/** Security headers of every response of a function, also of errors. The gateway adds those for CORS. */

/** Responses are data: browsers neither store, render nor embed them, and pages of other sites need CORS. */
export const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

/** @param address of the stage. Only deployed stages have https. */
export const securityHeaders = (address: string): Record<string, string> => ({
  ...fixedHeaders,
  ...(address.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
});
