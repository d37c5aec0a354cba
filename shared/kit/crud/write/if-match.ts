/** If-Match: rejects a write if the record has changed since the client read it (RFC 9110, 13.1.1). */
import type { StoredRecord } from '../../declare/fields.ts';
import type { ApiRequest } from '../../http/request.ts';
import { problem } from '../../values/problems.ts';

/** An ETag is `"<version>-<digest of the body>"`. Only the version matters for writes. A weak tag matches none. */
const versionOf = (tag: string): string | undefined => /^"(\d+)-[\w-]*"$/.exec(tag.trim())?.[1];

/** @throws stale_version (412) if the request names only other versions. */
export function requireFresh({ headers }: Pick<ApiRequest, 'headers'>, { version }: StoredRecord): void {
  const sent = headers['if-match'];
  if (sent === undefined || sent.trim() === '*') return;
  if (sent.split(',').some((tag) => versionOf(tag) === String(version))) return;
  throw problem('stale_version', 'The record has changed since you read it. Read it again.');
}
