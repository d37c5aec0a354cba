/**
 * Decimal numbers with a point or a comma. Where columns are not separated by commas, reports from some countries
 * have decimal commas, and then a point could separate thousands.
 */

const COMMA = /^([+-]?\d+),(\d{1,12})$/;
const POINT = /^[+-]?\d+\.\d{1,12}$/;
/** One to three digits, and three more, as thousands are separated. */
const LIKE_THOUSANDS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

type Form = 'comma' | 'point' | 'comma like thousands' | 'point like thousands';

/** The forms of the decimal numbers in one report. */
export class DecimalForms {
  readonly #separator: string;
  readonly #examples = new Map<Form, string>();

  /** @param separator of columns. */
  constructor(separator: string) {
    this.#separator = separator;
  }

  /** @returns the number with a point, or the text if it is not a decimal number. */
  read(text: string): string {
    const isComma = this.#separator !== ',' && COMMA.test(text);
    const character = isComma ? 'comma' : 'point';
    if (isComma || POINT.test(text))
      this.#note(LIKE_THOUSANDS.test(text) ? `${character} like thousands` : character, text);
    return isComma ? text.replace(',', '.') : text;
  }

  #note(form: Form, text: string): void {
    if (!this.#examples.has(form)) this.#examples.set(form, text);
  }

  /** @returns a sentence if the numbers could have other values than those that were read. */
  get fault(): string | undefined {
    const example = (form: Form) => this.#examples.get(form);
    const [comma, commaLike] = [example('comma'), example('comma like thousands')];
    const [point, pointLike] = [example('point'), example('point like thousands')];
    if (pointLike !== undefined && (comma ?? commaLike) !== undefined)
      return mixed(comma ?? commaLike, pointLike);
    if (commaLike !== undefined && point !== undefined) return mixed(point, commaLike);
    // Semicolons come with decimal commas, other separators also without.
    if (commaLike !== undefined && comma === undefined && this.#separator !== ';')
      return `The comma in ${commaLike} can separate decimals or thousands. Write revenue with a decimal point.`;
    return undefined;
  }
}

const mixed = (decimal: string | undefined, other: string): string =>
  `Revenue is written in two ways, such as ${decimal} and ${other}, which could be thousands. Write all of it with a decimal point.`;
