/** International Standard Musical Work Codes (ISO 15707), in the spellings that owners use. */
import * as v from 'valibot';
import { comparableIsrc } from './isrc.ts';

/** @returns the code without separators, in upper case, whether or not it is valid. */
export const comparableIswc = (code: string): string => comparableIsrc(code).replace(/^ISWC/, '');

/**
 * @param code null for none.
 * @returns the code in comparable form, or undefined if it is not one or has a wrong check digit.
 * @example readIswc('T-034.524.680-1') // 'T0345246801'
 */
export function readIswc(code: string | null): string | undefined {
  if (code === null) return undefined;
  const form = comparableIswc(code);
  if (!/^T\d{10}$/.test(form)) return undefined;
  const digits = [...form.slice(1)].map(Number);
  // The digits have the weights 1 to 9, the check digit 1. All begins at 1.
  const sum = digits.reduce((total, digit, index) => total + digit * (index < 9 ? index + 1 : 1), 1);
  return sum % 10 === 0 ? form : undefined;
}

/** With hyphens, points and spaces. */
const SPELLING = /^(?:ISWC[: ]*)?T(?:[-. ]?\d){10}$/i;

/** A code in any usual spelling. */
export const iswc = v.pipe(
  v.string('must be a string'),
  v.check(
    (code) => SPELLING.test(code) && readIswc(code) !== undefined,
    'must be T and ten digits with a valid check digit, such as T-034.524.680-1',
  ),
  v.metadata({ pattern: '^([Ii][Ss][Ww][Cc][: ]*)?[Tt]([-. ]?\\d){10}$' }),
);
