/** Checks that the file at a URL can be read, by requesting its first byte. */
import { outgoingTarget } from '../../platform/egress/address-guard.ts';
import type { LookupHost } from '../../platform/egress/lookup-host.ts';
import { RangeRequests } from '../../platform/egress/range-requests.ts';
import { Unreadable } from '../../platform/egress/unreadable.ts';

export interface FileCheck {
  readonly allowedCidrs: readonly string[];
  readonly lookup?: LookupHost;
  readonly requestTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** @returns a sentence for the owner of the file, or undefined if the file can be read. */
export async function fileFault(text: string, check: FileCheck): Promise<string | undefined> {
  const { requestTimeoutMs, signal } = check;
  const target = await outgoingTarget(text, check);
  if ('rejection' in target) return target.rejection.detail;
  const requests = new RangeRequests({ ...target, requestTimeoutMs, signal });
  try {
    const response = await requests.send(0, 1);
    response.destroy();
    return response.statusCode === 416 ? 'The file is empty.' : undefined;
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  } finally {
    requests.close();
  }
}
