/** Packs the plays of one month by day and country into a short text. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A day of the month and a country as one number. Cells sort by day. */
export type Cell = number;

/** The number of two-letter codes. */
export const COUNTRY_CODES = 26 * 26;
const FIRST_LETTER = 'A'.charCodeAt(0);

/** @param country two upper-case letters. @returns its position among all codes. */
export const codeOf = (country: string): number =>
  (country.charCodeAt(0) - FIRST_LETTER) * 26 + country.charCodeAt(1) - FIRST_LETTER;

export const countryWith = (code: number): string =>
  String.fromCharCode(FIRST_LETTER + Math.floor(code / 26), FIRST_LETTER + (code % 26));

/**
 * @param date YYYY-MM-DD. @param country two upper-case letters.
 * @example cellOf('2026-01-02', 'AC') // 678
 */
export const cellOf = (date: string, country: string): Cell =>
  (Number(date.slice(8)) - 1) * COUNTRY_CODES + codeOf(country);

/** @returns the day of the month, starting at 1. */
export const dayOf = (cell: Cell): number => Math.floor(cell / COUNTRY_CODES) + 1;

export const countryOf = (cell: Cell): string => countryWith(cell % COUNTRY_CODES);

/** Deterministic, regardless of the order of the cells. @param cells must be distinct. */
export const packCells = (cells: readonly Cell[]): string => packed(distances(sorted(cells)));

export const unpackCells = (text: string): Cell[] => positions(unpacked(text));

/** @param plays negative for returns. Then, another number follows, and each of the plays has its sign. */
export function packPlays(plays: ReadonlyMap<Cell, number>): string {
  const cells = sorted([...plays.keys()]);
  const counts = cells.map((cell) => plays.get(cell) ?? 0);
  const isSigned = counts.some((count) => count < 0);
  return packed([...distances(cells), ...(isSigned ? [...counts.map(withSign), SIGNED] : counts)]);
}

export function unpackPlays(text: string): Map<Cell, number> {
  const numbers = unpacked(text);
  const isSigned = numbers.length % 2 === 1;
  const half = Math.floor(numbers.length / 2);
  const cells = positions(numbers.slice(0, half));
  const count = (index: number) => numbers[half + index] ?? 0;
  return new Map(cells.map((cell, index) => [cell, isSigned ? withoutSign(count(index)) : count(index)]));
}

/** Follows plays of which some are negative. The number of numbers is odd then. */
const SIGNED = 0;

/** @returns a number from 0, which is odd for negative ones. */
const withSign = (count: number): number => (count < 0 ? -2 * count - 1 : 2 * count);

const withoutSign = (number: number): number => (number % 2 === 1 ? -(number + 1) / 2 : number / 2);

const sorted = (cells: readonly Cell[]): Cell[] => cells.toSorted((left, right) => left - right);

/** Differences between adjacent cells. They repeat if a report has the same countries every day. */
const distances = (cells: readonly Cell[]): number[] =>
  cells.map((cell, index) => cell - (index === 0 ? 0 : (cells[index - 1] ?? 0)));

function positions(distances: readonly number[]): Cell[] {
  let at = 0;
  return distances.map((distance) => {
    at += distance;
    return at;
  });
}

/** Encodes seven bits per byte, lowest first. The eighth bit marks that more bytes follow. */
function packed(numbers: readonly number[]): string {
  const bytes: number[] = [];
  for (const number of numbers) {
    let rest = number;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  }
  return deflateRawSync(Uint8Array.from(bytes)).toString('base64');
}

function unpacked(text: string): number[] {
  const numbers: number[] = [];
  let number = 0;
  let weight = 1;
  for (const byte of inflateRawSync(Buffer.from(text, 'base64'))) {
    number += (byte % 128) * weight;
    weight *= 128;
    if (byte >= 128) continue;
    numbers.push(number);
    number = 0;
    weight = 1;
  }
  return numbers;
}
