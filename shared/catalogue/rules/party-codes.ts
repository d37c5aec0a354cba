/** Codes of people and bands: ISNI (ISO 27729) and the IPI name number of CISAC. */
import * as v from 'valibot';

/** The address of an ISNI, or its name before it. */
const BEFORE_ISNI = /^(?:https?:\/\/(?:www\.)?isni\.org\/(?:isni\/)?|ISNI:?)/i;

/**
 * @returns the sixteen characters, or undefined if it is not an ISNI or has a wrong check character (ISO 7064,
 * MOD 11-2).
 * @example readIsni('0000 0001 2103 2683') // '0000000121032683'
 */
export function readIsni(code: string): string | undefined {
  const form = code.trim().replace(BEFORE_ISNI, '').replaceAll(/[\s-]/g, '').toUpperCase();
  if (!/^\d{15}[\dX]$/.test(form)) return undefined;
  const sum = [...form.slice(0, -1)].reduce((total, digit) => ((total + Number(digit)) * 2) % 11, 0);
  const check = (12 - sum) % 11;
  return form.endsWith(check === 10 ? 'X' : String(check)) ? form : undefined;
}

/**
 * @returns the eleven digits, or undefined if it is not an IPI name number or has wrong check digits.
 * @example readIpi('00.077.406.269') // '00077406269'
 */
export function readIpi(code: string): string | undefined {
  const form = code.replaceAll(/[\s.-]/g, '');
  if (!/^\d{11}$/.test(form)) return undefined;
  const digits = [...form.slice(0, 9)].map(Number);
  const sum = digits.reduce((total, digit, index) => total + digit * (10 - index), 0);
  return Number(form.slice(9)) === (101 - (sum % 101)) % 101 ? form : undefined;
}

const codeWith = (
  pattern: string,
  { read, message }: { readonly read: (code: string) => string | undefined; readonly message: string },
) =>
  v.pipe(
    v.string('must be a string'),
    v.check((code) => new RegExp(pattern).test(code) && read(code) !== undefined, message),
    v.metadata({ pattern }),
  );

/** In any usual spelling. */
export const isni = codeWith(
  '^(https?://(www\\.)?isni\\.org/(isni/)?|[Ii][Ss][Nn][Ii][: ]*)?(\\d[- ]?){15}[\\dXx]$',
  {
    read: readIsni,
    message: 'must be 16 characters with a valid check character, such as 0000 0001 2103 2683',
  },
);
export const ipi = codeWith('^\\d([-. ]?\\d){10}$', {
  read: readIpi,
  message: 'must be 11 digits with valid check digits, such as 00077406269',
});
