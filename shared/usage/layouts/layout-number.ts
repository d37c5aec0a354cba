/** Numbers as stores write them: with separated thousands, decimal commas, signs of currencies and exponents. */

/** Money has twelve places. Further ones are rounded. */
const PLACES = 12;
/** More are not written by anyone, and would take long. */
const MAX_EXPONENT = 30;
const PLAIN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
/** A symbol of a currency, its code, or both, such as US$. */
const SIGN = '(?:[A-Z]{0,3}\\p{Sc}|[A-Z]{3})';
const SIGN_BEFORE = new RegExp(`^([+-]?)\\s*(${SIGN})\\s*(?=[\\d.,+-])`, 'u');
const SIGN_AFTER = new RegExp(`\\s*(${SIGN})$`, 'u');

const USUAL = /^[+-]?\d+(?:\.\d{0,11}[1-9])?$/;

export interface NumberForm {
  readonly decimal: string;
  readonly thousands?: string | undefined;
}

export interface WrittenNumber {
  /** With a decimal point, and at most twelve places. */
  readonly text: string;
  /** The sign or code of a currency that it is written with. */
  readonly currency: string | undefined;
}

/** @returns undefined for a text that is not a number in this form. */
export function readNumber(text: string, form: NumberForm): WrittenNumber | undefined {
  // Nearly all numbers are written like this.
  if (form.decimal === '.' ? USUAL.test(text) : /^[+-]?\d+$/.test(text)) return { text, currency: undefined };
  let rest = text.replaceAll(/[\u00a0\u202f]/g, ' ').trim();
  const [, negated] = /^\((.+)\)$/.exec(rest) ?? [];
  if (negated !== undefined) rest = negated;
  let currency: string | undefined;
  const note = (found: string) => {
    currency ??= found;
  };
  rest = rest.replace(SIGN_BEFORE, (_, sign: string, found: string) => {
    note(found);
    return sign;
  });
  rest = rest.replace(SIGN_AFTER, (_, found: string) => {
    note(found);
    return '';
  });
  const plain = withoutThousands(rest.trim(), form);
  const read = plain === undefined ? undefined : plainNumber(plain);
  if (read === undefined) return undefined;
  return { text: negated === undefined ? read : negative(read), currency };
}

/** @returns the number that is zero or below. */
export const negative = (text: string): string =>
  text.startsWith('-') ? text : `-${text.replace(/^\+/, '')}`;

function withoutThousands(text: string, { decimal, thousands }: NumberForm): string | undefined {
  const [, whole = '', rest = ''] = new RegExp(`^([^\\${decimal}]*)(.*)$`, 's').exec(text) ?? [];
  let digits = whole;
  if (thousands !== undefined && whole.includes(thousands)) {
    if (!new RegExp(`^[+-]?\\d{1,3}(?:\\${thousands}\\d{3})+$`).test(whole)) return undefined;
    digits = whole.replaceAll(thousands, '');
  }
  return digits + rest.replace(decimal, '.');
}

function plainNumber(text: string): string | undefined {
  const [found, sign = '', whole = '', decimals = '', exponent = '0'] = PLAIN.exec(text) ?? [];
  if (found === undefined || whole + decimals === '') return undefined;
  const by = Number(exponent);
  if (Math.abs(by) > MAX_EXPONENT) return undefined;
  const point = whole.length + by;
  const digits = (point < 0 ? '0'.repeat(-point) : '') + whole + decimals;
  const place = Math.max(point, 0);
  const all = digits.padEnd(place, '0');
  return sign.replace('+', '') + rounded(all.slice(0, place) || '0', all.slice(place));
}

/** Half is rounded away from zero. */
function rounded(whole: string, decimals: string): string {
  const kept = decimals.slice(0, PLACES).padEnd(PLACES, '0');
  const units = BigInt(whole + kept) + ((decimals[PLACES] ?? '0') >= '5' ? 1n : 0n);
  const text = String(units).padStart(PLACES + 1, '0');
  const rest = text.slice(-PLACES).replace(/0+$/, '');
  return text.slice(0, -PLACES) + (rest && `.${rest}`);
}
