/** Responds to a request for a file of the documentation. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { securityHeaders } from '../../shared/kit/declare/security-headers.ts';
import { environment } from '../../shared/platform/settings.ts';
import { contentCoding } from './content-coding.ts';
import { type StoredFile, scriptHashes, siteFile } from './site-files.ts';

type Result = APIGatewayProxyStructuredResultV2;
type Headers = APIGatewayProxyEventV2['headers'];

/**
 * No content from other hosts, no unknown scripts and no frames. Highlighted code has inline styles.
 * @param scripts hashes of scripts within the page.
 */
const contentSecurityPolicy = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts.map((hash) => `'${hash}'`)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export function respond({ rawPath, headers, requestContext }: APIGatewayProxyEventV2): Result {
  const { method } = requestContext.http;
  if (method !== 'GET' && method !== 'HEAD')
    return { statusCode: 405, headers: { ...pageHeaders(), Allow: 'GET, HEAD' } };
  if (rawPath === '/') return { statusCode: 302, headers: { ...pageHeaders(), Location: '/docs' } };
  const page = siteFile(rawPath.replace(/\/$/, ''));
  const file = page ?? siteFile('/docs/not-found');
  if (!file) throw new Error('The documentation has no page for unknown paths.');
  return fileResult(file, { status: page ? 200 : 404, isHead: method === 'HEAD', headers });
}

function fileResult(
  { type, plain, compressed, etag, isImmutable }: StoredFile,
  { status, isHead, headers }: { status: 200 | 404; isHead: boolean; headers: Headers },
): Result {
  const common = {
    ...pageHeaders(scriptHashes()),
    ETag: etag,
    'Cache-Control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    Vary: 'Accept-Encoding',
  };
  if (status === 200 && isKnown(headers, etag)) return { statusCode: 304, headers: common };
  const coding = contentCoding(headers['accept-encoding']);
  if (!coding) return { statusCode: 406, headers: common };
  const isCompressed = coding === 'gzip';
  return {
    statusCode: status,
    headers: { ...common, 'Content-Type': type, ...(isCompressed && { 'Content-Encoding': 'gzip' }) },
    ...(!isHead && { body: (isCompressed ? compressed : plain).toString('base64'), isBase64Encoded: true }),
  };
}

const isKnown = (headers: Headers, etag: string): boolean =>
  headers['if-none-match']?.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === etag) ?? false;

const pageHeaders = (scripts: readonly string[] = []): Record<string, string> => ({
  ...securityHeaders(environment('BASE_URL')),
  'Content-Security-Policy': contentSecurityPolicy(scripts),
});
