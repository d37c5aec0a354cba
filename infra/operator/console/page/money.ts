/** Exact amounts of money, as decimal numbers. */

const DECIMAL = /^(-?)(\d{1,20})(?:\.(\d{1,12}))?$/;
const PLACES = 12;

/** @returns units of 10^-12, or undefined if the text is not a decimal number. */
function unitsOf(text: string): bigint | undefined {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(whole + fraction.padEnd(PLACES, '0'));
  return sign === '-' ? -units : units;
}

/**
 * @returns the first amount less the second, or undefined if either is not a decimal number.
 * @example differenceOf('10', '0.5') // '9.5'
 */
export function differenceOf(from: string, amount: string): string | undefined {
  const [left, right] = [unitsOf(from), unitsOf(amount)];
  if (left === undefined || right === undefined) return undefined;
  const units = left - right;
  const digits = String(units < 0n ? -units : units).padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}${fraction === '' ? '' : `.${fraction}`}`;
}
