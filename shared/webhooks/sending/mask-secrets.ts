/**
 * Masks secrets in what a receiver responds, in the forms in which programs write them: as they are, in
 * parts, in either case, percent-encoded or with escapes of JSON and HTML, in base64, and as lists of bytes.
 */
import { required } from '../../kit/values/required.ts';

/** A character of a text as a reader would see it, and the part of the text that stands for it. */
interface Glyph {
  readonly character: string;
  readonly start: number;
  readonly end: number;
}

/** How secrets are written. */
interface Form {
  /** @returns the character as the form has it, or an empty text if the form skips it, such as a line end. */
  readonly read: (character: string) => string;
  /** Parts of the secrets in this form, all of one length. Each reveals at least 8 characters of 70. */
  readonly parts: ReadonlySet<string>;
}

/** Secrets of others, which are not known here: 64 hexadecimal digits. */
const UNKNOWN = /whsec_[0-9a-f]*|[0-9a-f]{64,}/gi;
const ESCAPE =
  /(?:%|\\+x)([0-9a-f]{2})|\\+u([0-9a-f]{4})|\\+u\{([0-9a-f]{1,6})\}|&#x([0-9a-f]{1,6});|&#(\d{1,7});|\b0x([0-9a-f]{2})\b/gi;
/** Escapes of escapes, such as %2577. */
const MAX_ESCAPES = 3;
const PART = 8;
/** What every part of a secret matches, in any form. Most responses are shorter. */
const PART_OF_ANY = /(?:[0-9a-z][^0-9a-z]*){8}/i;
const NUMBERS = /(?:\d{2,3}[\s,]+){7}\d{2,3}/;

/** @param secrets signing secrets and signatures. @returns the text with asterisks for each part of them. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  if (!PART_OF_ANY.test(text)) return text.replace(UNKNOWN, (secret) => '*'.repeat(secret.length));
  const isMasked = new Array<boolean>(text.length).fill(false);
  const mask = (glyphs: readonly Glyph[]) => {
    for (const { start, end } of glyphs) isMasked.fill(true, start, end);
  };
  const forms = formsOf(text, secrets);
  for (const view of viewsOf(text)) {
    for (const { index, 0: secret } of textOf(view).matchAll(UNKNOWN))
      mask(view.slice(index, index + secret.length));
    for (const form of forms) for (const part of partsIn(view, form)) mask(part);
  }
  return [...isMasked.entries()].map(([at, masked]) => (masked ? '*' : text.charAt(at))).join('');
}

const textOf = (view: readonly Glyph[]): string => view.map(({ character }) => character).join('');

/** The text as it is, and with its escapes read. */
function viewsOf(text: string): Glyph[][] {
  const views = [Array.from({ length: text.length }, (_, at) => glyph(text.charAt(at), at, at + 1))];
  for (let depth = 0; depth < MAX_ESCAPES; depth++) {
    const next = unescaped(views.at(-1) ?? []);
    if (!next) break;
    views.push(next);
  }
  return views;
}

const glyph = (character: string, start: number, end: number): Glyph => ({ character, start, end });

function unescaped(view: readonly Glyph[]): Glyph[] | undefined {
  const read: Glyph[] = [];
  let done = 0;
  for (const { index, 0: escaped, ...codes } of textOf(view).matchAll(ESCAPE)) {
    const decimal = codes[5];
    const code = decimal === undefined ? Number.parseInt(hexIn(codes), 16) : Number(decimal);
    const end = index + escaped.length;
    read.push(...view.slice(done, index));
    // Secrets are ASCII.
    const character = code < 128 ? String.fromCharCode(code) : '?';
    read.push(glyph(character, view[index]?.start ?? 0, view[end - 1]?.end ?? 0));
    done = end;
  }
  return done === 0 ? undefined : [...read, ...view.slice(done)];
}

const hexIn = (codes: Readonly<Record<number, string | undefined>>): string =>
  required(codes[1] ?? codes[2] ?? codes[3] ?? codes[4] ?? codes[6], 'An escape has digits.');

/** @returns the glyphs of each part of a secret. */
function* partsIn(view: readonly Glyph[], { read, parts }: Form): Generator<Glyph[]> {
  const [{ length = 0 } = {}] = parts;
  const glyphs = view.flatMap((each) => {
    const character = read(each.character);
    return character === '' ? [] : [{ ...each, character }];
  });
  const text = textOf(glyphs);
  for (let at = 0; at + length <= text.length && length > 0; at++)
    if (parts.has(text.slice(at, at + length))) yield glyphs.slice(at, at + length);
}

const letterOrDigit = (character: string): string =>
  /[0-9a-z]/i.test(character) ? character.toLowerCase() : '';
const urlSafe: Readonly<Record<string, string>> = { '-': '+', _: '/' };
const base64 = (character: string): string => {
  const usual = urlSafe[character] ?? character;
  return /[0-9a-z+/]/i.test(usual) ? usual : '';
};
const digitOrComma = (character: string): string => (/[0-9,]/.test(character) ? character : '');
const digitOrSpace = (character: string): string => (/[0-9 ]/.test(character) ? character : '');

function formsOf(text: string, secrets: readonly string[]): Form[] {
  const written = secrets.flatMap((secret) => [
    secret,
    secret.replace(/[0-9a-f]{64}$/, (digits) => digits.toUpperCase()),
  ]);
  const bytes = [...written.map((each) => Buffer.from(each)), ...secrets.map(bytesOf)];
  const encoded = bytes.flatMap((each) => [0, 1, 2].map((offset) => base64At(each, offset)));
  const hexadecimal = written.map((each) => Buffer.from(each).toString('hex'));
  return [
    { read: letterOrDigit, parts: partsOf(secrets.map(digitsOf), PART) },
    { read: letterOrDigit, parts: partsOf(hexadecimal, 2 * PART) },
    { read: base64, parts: partsOf(encoded, Math.ceil((PART * 4) / 3)) },
    ...(NUMBERS.test(text) ? numbersOf(written) : []),
  ];
}

const digitsOf = (secret: string): string => secret.slice(-64);
const bytesOf = (secret: string): Buffer => Buffer.from(digitsOf(secret), 'hex');

const partsOf = (texts: readonly string[], length: number): Set<string> =>
  new Set(
    texts.flatMap((text) =>
      Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length)),
    ),
  );

/**
 * @param offset of the bytes in a group of three.
 * @returns their digits, without those that depend on the bytes before. The last digit is right if no bytes
 * follow.
 */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url');
  return [...text.slice(offset === 0 ? 0 : offset + 1)].map(base64).join('');
}

/** Bytes as decimal numbers, such as [119,104,...] or [119 104 ...]. Each length of a part is a form. */
function numbersOf(written: readonly string[]): Form[] {
  return [[digitOrComma, ','] as const, [digitOrSpace, ' '] as const].flatMap(([read, separator]) => {
    const parts = written.flatMap((each) => {
      const codes = [...Buffer.from(each)];
      return codes.slice(PART - 1).map((_, at) => codes.slice(at, at + PART).join(separator));
    });
    const byLength = Map.groupBy(parts, ({ length }) => length);
    return Array.from(byLength.values(), (same) => ({ read, parts: new Set(same) }));
  });
}
