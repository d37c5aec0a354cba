/** Identifies the file at a URL by requesting its first byte. */
import { type GuardOptions, outgoingTarget } from '../platform/egress/address-guard.ts';
import { partOf, totalOf } from '../platform/egress/content-range.ts';
import { RangeRequests } from '../platform/egress/range-requests.ts';
import { invalid } from '../platform/egress/unreadable.ts';
import type { Identified } from './heard.ts';
import { listeningLimits } from './limits.ts';
import { notReadBecause } from './not-read.ts';
import { strongEtag } from './reading/strong-etag.ts';

/** Equal identities with an ETag have equal content. */
export async function identifyFile(text: string, guard: GuardOptions): Promise<Identified> {
  const target = await outgoingTarget(text, guard);
  if ('rejection' in target) return { is: 'invalid', error: target.rejection.detail };
  const { signal } = new AbortController();
  const requests = new RangeRequests({ ...target, requestTimeoutMs: listeningLimits.idleTimeoutMs, signal });
  try {
    const { statusCode, headers } = await requestFirstByte(requests);
    const size =
      statusCode === 206
        ? partOf(headers['content-range'])?.total
        : statusCode === 416
          ? (totalOf(headers['content-range']) ?? 0)
          : lengthOf(headers['content-length']);
    if (size === 0) throw invalid('The file is empty.');
    return { is: 'identified', file: { etag: strongEtag(headers.etag), size: size ?? null } };
  } catch (error) {
    return notReadBecause(error);
  } finally {
    requests.close();
  }
}

async function requestFirstByte(requests: RangeRequests) {
  const response = await requests.send(0, 1);
  response.destroy();
  return response;
}

const lengthOf = (header: string | undefined): number | undefined =>
  header === undefined ? undefined : Number(header);
