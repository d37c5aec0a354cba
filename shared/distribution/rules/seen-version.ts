/** The form of the version of a release that a reviewer has seen (seen/release-version.ts). */
import * as v from 'valibot';

/** Counts of changes by the owner and of renames, and a mark of the file of the cover. */
export const SEEN_FORM = /^(\d{1,9})-(\d{1,9})-([\da-f]{8}|0)$/;

/** @returns the version with counts of 0, where counts begin. */
export const uncounted = (version: string): string => version.replace(/^\d+-\d+/, '0-0');

const FAULT = 'must be the version that show-request gives';

export const seenVersion = v.pipe(v.string(FAULT), v.regex(SEEN_FORM, FAULT));
