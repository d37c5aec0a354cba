/** Which responses to a GET have no content of the file, and what its owner learns of them. */
import { failed, invalid, type Unreadable } from './unreadable.ts';

/** @returns undefined for 200, 206 and 416. */
export function rejectionOf(status: number): Unreadable | undefined {
  if ([200, 206, 416].includes(status)) return undefined;
  if (status >= 500 || status === 429) return failed(`The server responded with status ${status}.`);
  if (status >= 300 && status < 400) {
    return invalid(
      `The server redirects to another URL (status ${status}). Attach the URL of the file itself.`,
    );
  }
  return invalid(`The server responded with status ${status} instead of the file.`);
}
