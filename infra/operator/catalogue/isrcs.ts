/** Codes of recordings in files, where words such as "TBD" can stand instead. */
import { comparableIsrc, readIsrc } from '../../../shared/catalogue/rules/isrc.ts';

/** @returns the ISRC in the form of its standard, or undefined for other text. */
export const isrcIn = (text: string): string | undefined => readIsrc(comparableIsrc(text)) ?? undefined;

/** @returns a note. */
export const noIsrc = (text: string): string => `${text} is not an ISRC, and is omitted.`;
