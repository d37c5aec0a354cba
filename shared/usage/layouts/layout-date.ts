/** Dates as stores write them, in the forms that a layout names. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const QUARTER_MONTHS = 3;

const tokens: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<short>\\d{2})',
  MMM: '(?<name>[A-Za-z]{3,9})\\.?',
  MM: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{1,2})',
  q: '(?<quarter>[1-4])',
};

/** A time after the date is ignored. Without anything between them, days and months have two digits. */
function patternOf(form: string): RegExp {
  const isPacked = /^[YMD]+$/.test(form);
  const parts = form.replace(/YYYY|YY|MMM|MM|DD|q|./g, (part) => tokens[part] ?? escaped(part));
  return new RegExp(`^${isPacked ? parts.replaceAll('{1,2}', '{2}') : parts}(?:[T ].*)?$`);
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Reads dates in the forms of a layout. Reports repeat few of them. */
export class LayoutDates {
  readonly #forms: readonly RegExp[];
  readonly #read = new Map<string, string | undefined>();

  constructor(forms: readonly string[]) {
    this.#forms = forms.map(patternOf);
  }

  /** @returns YYYY-MM-DD, or YYYY-MM for a month and a quarter, whose last month counts; undefined for other texts. */
  read(text: string): string | undefined {
    if (this.#read.size > MAX_KEPT) this.#read.clear();
    if (!this.#read.has(text)) this.#read.set(text, this.#parse(text));
    return this.#read.get(text);
  }

  #parse(text: string): string | undefined {
    for (const form of this.#forms) {
      const found = form.exec(text)?.groups;
      if (!found) continue;
      const year = found['year'] ?? (found['short'] && `20${found['short']}`);
      const month = monthIn(found);
      if (year === undefined || month === undefined) continue;
      const day = found['day'];
      return day === undefined ? `${year}-${month}` : `${year}-${month}-${day.padStart(2, '0')}`;
    }
    return undefined;
  }
}

const MAX_KEPT = 10_000;

function monthIn({ name, month, quarter }: Readonly<Record<string, string>>): string | undefined {
  if (quarter !== undefined) return twoDigits(Number(quarter) * QUARTER_MONTHS);
  if (name !== undefined) {
    const place = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
    return place < 0 ? undefined : twoDigits(place + 1);
  }
  return month?.padStart(2, '0');
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
