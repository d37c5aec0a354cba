/** What `npm start` says of an error: a sentence where its user can help it, the stack where the fault is in the code. */
import { inspect } from 'node:util';
import { RefusedSetting } from '../../refused-setting.ts';

export function faultText(error: unknown): string {
  if (error instanceof RefusedSetting) return error.message;
  if (!(error instanceof Error)) return inspect(error);
  // Of the file system: EACCES: permission denied, mkdir '/srv/data/logs'.
  if ('path' in error && 'syscall' in error) return `${error.path} cannot be used: ${error.message}.`;
  if ('code' in error && error.code === 'ERR_SQLITE_ERROR')
    return `The stage's data cannot be used: ${error.message}.`;
  return inspect(error);
}
