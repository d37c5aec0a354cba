/** Exact amounts of money, as integers in units of 10^-12, the smallest unit in sales reports. */

const DECIMALS = 12;
const UNITS_PER_ONE = 10n ** BigInt(DECIMALS);

const AMOUNT = /^([+-]?)(\d+)(?:\.(\d{1,12}))?$/;

/**
 * @returns the amount in units of 10^-12, or null unless the text is a decimal number with at most 12 places.
 * @example parseAmount('-0.5') // -500000000000n
 */
export function parseAmount(text: string): bigint | null {
  const [, sign, whole, decimals = ''] = AMOUNT.exec(text) ?? [];
  if (whole === undefined) return null;
  const units = BigInt(whole + decimals.padEnd(DECIMALS, '0'));
  return sign === '-' ? -units : units;
}

/**
 * @returns the amount as the shortest decimal.
 * @example formatAmount(-500000000000n) // '-0.5'
 */
export function formatAmount(units: bigint): string {
  const size = units < 0n ? -units : units;
  const decimals = String(size % UNITS_PER_ONE)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${size / UNITS_PER_ONE}${decimals && `.${decimals}`}`;
}

/** @param text an amount in a row. @throws Error if it is not one. */
export function storedAmount(text: unknown): bigint {
  const amount = parseAmount(String(text));
  if (amount === null) throw new Error('A stored amount is not a decimal number.');
  return amount;
}
