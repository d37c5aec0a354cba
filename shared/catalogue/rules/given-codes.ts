/** Codes that the service has given never change. Only the service gives codes with the stage's prefixes. */
import type { Problem } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import { comparableIsrc } from './isrc.ts';
import { gtinOf } from './upc.ts';

export const codeGiven = (attribute: string): Problem => ({
  code: 'code_given',
  detail: `The service has given this ${attribute}, which never changes.`,
  pointer: `/data/attributes/${attribute}`,
});

export function codeReserved(attribute: string, prefix: string | null): Problem {
  const codes = `the codes that begin with ${required(prefix, 'Codes are reserved by a prefix.')}`;
  return {
    code: 'code_reserved',
    detail: `Only the service gives ${codes}, and it has not given you this one. Omit ${attribute} to get one when a delivery is approved.`,
    pointer: `/data/attributes/${attribute}`,
  };
}

/**
 * The prefixes of the codes that the stage gives. Null for codes that it does not give.
 * @property gs1 company prefix. One with a leading zero is that of a UPC.
 */
interface CodePrefixes {
  readonly isrc: string | null;
  readonly gs1: string | null;
}

const DIGITS_OF_ISRC = /^\d{7}$/;

/** @param code in any spelling. @returns whether it is an ISRC that the stage gives, of any year. */
export function isReservedIsrc({ isrc: prefix }: Pick<CodePrefixes, 'isrc'>, code: string): boolean {
  const comparable = comparableIsrc(code);
  return (
    prefix !== null && comparable.startsWith(prefix) && DIGITS_OF_ISRC.test(comparable.slice(prefix.length))
  );
}

/** @param code of 12 or 13 digits. @returns whether it is a UPC or EAN that the stage gives. */
export const isReservedUpc = ({ gs1: prefix }: Pick<CodePrefixes, 'gs1'>, code: string): boolean =>
  prefix !== null && gtinOf(code)?.startsWith(prefix) === true;
