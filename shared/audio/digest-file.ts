/** Reads the file at a URL for its digest alone, in bounded memory. Nothing of its content is decoded or kept. */
import { createHash } from 'node:crypto';
import type { GuardOptions } from '../platform/egress/address-guard.ts';
import { MAX_FILE_BYTES } from '../platform/egress/largest-file.ts';
import { failed, invalid } from '../platform/egress/unreadable.ts';
import { LONG_ATTEMPT_MS } from '../platform/long-attempts.ts';
import type { FileIdentity, NotRead } from './heard.ts';
import { type ListeningLimits, listeningLimits } from './limits.ts';
import { notReadBecause } from './not-read.ts';
import { AudioFile } from './reading/audio-file.ts';
import { ServerPace } from './reading/server-pace.ts';

/** Those of packages, which transfer the same files (shared/distribution/stores/package/source-file.ts). */
const digestLimits: ListeningLimits = {
  ...listeningLimits,
  maxBytes: MAX_FILE_BYTES,
  timeoutMs: LONG_ATTEMPT_MS,
  idleTimeoutMs: 30_000,
};

export interface DigestOptions extends Pick<GuardOptions, 'allowedCidrs'> {
  readonly signal: AbortSignal;
  readonly limits?: Partial<ListeningLimits>;
  /** Called once, when the server turns out to be slow. */
  readonly onSlowServer?: () => void;
}

export type Digested =
  | {
      readonly is: 'read';
      /** The SHA-256 digest is in hexadecimal digits. */
      readonly file: FileIdentity & { readonly sha256: string };
    }
  | NotRead;

/**
 * Faults of the server and of the file are returned, as sentences for the owner of the file.
 * @throws only on faults of this machine, which say nothing about the file.
 */
export async function digestFile(url: string, options: DigestOptions): Promise<Digested> {
  const limits = { ...digestLimits, ...options.limits };
  const deadline = new AbortController();
  // The timer of AbortSignal.timeout would not keep the process alive.
  const timer = setTimeout(() => deadline.abort(), limits.timeoutMs);
  const until = AbortSignal.any([deadline.signal, options.signal]);
  const pace = new ServerPace(limits, options.onSlowServer);
  try {
    return { is: 'read', file: await digest(url, { ...options, limits, until, pace }) };
  } catch (error) {
    if (deadline.signal.aborted) return notReadBecause(invalid(pace.sentence));
    if (options.signal.aborted) return notReadBecause(failed('Reading the file was interrupted.'));
    return notReadBecause(error);
  } finally {
    clearTimeout(timer);
  }
}

async function digest(url: string, options: Parameters<typeof AudioFile.open>[1]) {
  const file = await AudioFile.open(url, options);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of file.bytesFrom(0)) {
      hash.update(piece);
      bytes += piece.length;
    }
  } finally {
    file.close();
  }
  if (bytes === 0) throw invalid('The file is empty.');
  return { ...file.identity, sha256: hash.digest('hex') };
}
