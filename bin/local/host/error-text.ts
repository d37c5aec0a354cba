/** What `npm start` prints for an error: a message if its user can correct it, a stack for a bug. */
import { inspect } from 'node:util';
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';
import { BrokenSource } from './broken-source.ts';

export function errorText(error: unknown): string {
  if (error instanceof RejectedSetting || error instanceof BrokenSource) return error.message;
  if (!(error instanceof Error)) return inspect(error);
  // An error of the file system, such as EACCES: permission denied, mkdir '/srv/data/logs'.
  if ('path' in error && 'syscall' in error) return `${error.path} cannot be used: ${error.message}.`;
  if ('code' in error && error.code === 'ERR_SQLITE_ERROR')
    return `The stage's data cannot be used: ${error.message}.`;
  return inspect(error);
}

/** Formats an error in sources with its positions, without frames of Node, packages and the local stage. */
export const sourceErrorText = (error: unknown): string =>
  error instanceof BrokenSource ? withoutOurFrames(error.message) : errorText(error);

/** @param trace Node's output, or a stack. */
export const withoutOurFrames = (trace: string): string =>
  trace
    .split('\n')
    .filter((line) => !/^\s+at .*(\bnode:|\/bin\/local\/|\/node_modules\/)/.test(line))
    .filter((line) => !/^Node\.js v\d/.test(line))
    .join('\n')
    .trim();
