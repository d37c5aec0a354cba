/** Explains why a file was not read, from the error that ended the reading. */
import { Unreadable } from '../platform/egress/unreadable.ts';
import type { NotRead } from './heard.ts';
import { Unsupported } from './unsupported.ts';

/** @throws anything but Unreadable and Unsupported, which is a fault of this machine. */
export function notReadBecause(error: unknown): NotRead {
  if (error instanceof Unsupported) return { is: 'unsupported', error: error.message };
  if (!(error instanceof Unreadable)) throw error;
  const { failure, message } = error;
  return failure.is === 'failed' ? failure : { is: 'invalid', error: message };
}
