/** One attempt to validate a master: checks the URL, then reads and judges the file. */
import { outgoingTarget } from '../../platform/egress/address-guard.ts';
import type { LookupHost } from '../../platform/egress/lookup-host.ts';
import { type ReadFailure, Unreadable } from '../../platform/egress/unreadable.ts';
import type { AssetType } from '../rules/catalogue.ts';
import { inspectMaster } from './inspect-master.ts';
import { RemoteFile } from './remote-file.ts';

export type Verdict = { readonly is: 'valid' } | ReadFailure;

export interface Validated {
  readonly verdict: Verdict;
  readonly requests: number;
  readonly bytesRead: number;
  readonly durationMs: number;
}

export interface Master {
  readonly url: string;
  readonly assetType: AssetType;
}

export interface ValidationOptions {
  readonly allowedCidrs: readonly string[];
  readonly lookup?: LookupHost;
  /** From the DNS lookup to the verdict. */
  readonly timeoutMs?: number;
  readonly requestTimeoutMs?: number;
}

const VALIDATION_TIMEOUT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Every behavior of the server leads to a verdict.
 * @throws only on faults of this machine, which say nothing about the master.
 */
export async function validateMaster(master: Master, options: ValidationOptions): Promise<Validated> {
  const startedAt = performance.now();
  const deadline = new AbortController();
  // The timer of AbortSignal.timeout would not keep the process alive.
  const timer = setTimeout(() => deadline.abort(), options.timeoutMs ?? VALIDATION_TIMEOUT_MS);
  const judged = await judge(master, { ...options, signal: deadline.signal }).finally(() =>
    clearTimeout(timer),
  );
  return { ...judged, durationMs: Math.round(performance.now() - startedAt) };
}

type Judged = Omit<Validated, 'durationMs'>;

async function judge(
  { url, assetType }: Master,
  {
    allowedCidrs,
    lookup,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
    signal,
  }: ValidationOptions & { signal: AbortSignal },
): Promise<Judged> {
  const target = await outgoingTarget(url, { allowedCidrs, lookup });
  if ('rejection' in target)
    return { verdict: { is: 'invalid', errors: [target.rejection.detail] }, requests: 0, bytesRead: 0 };
  const file = new RemoteFile({ ...target, signal, requestTimeoutMs });
  try {
    const verdict = await verdictOn(file, assetType);
    return { verdict, requests: file.requests, bytesRead: file.bytesRead };
  } finally {
    file.close();
  }
}

async function verdictOn(file: RemoteFile, assetType: AssetType): Promise<Verdict> {
  try {
    const errors = await inspectMaster(file, assetType);
    return errors.length === 0 ? { is: 'valid' } : { is: 'invalid', errors };
  } catch (error) {
    if (error instanceof Unreadable) return error.failure;
    throw error;
  }
}
