/** Reads the cells of the rows of one album, with their problems and notes. */

import {
  type About,
  fieldName,
  type Note,
} from '../../../../shared/catalogue/back-catalogue/reading/read-file.ts';
import { ownerIn } from '../../../../shared/catalogue/back-catalogue/reading/rights-owners.ts';
import { ownerNamed, readRightsLine } from '../../../../shared/catalogue/rules/rights-line.ts';
import { singleUnit } from '../../../../shared/catalogue/rules/upc.ts';
import { cellReaders } from './cells.ts';
import { type Column, columnOf, columns } from './columns.ts';
import { Fields } from './fields.ts';

export interface CsvRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

export class RowReader {
  readonly #about: About;
  readonly problems: string[] = [];
  readonly notes: Note[] = [];
  readonly malformed = new Set<string>();
  readonly #unknownGenres = new Set<string>();
  /** The line that gives a column of the album. */
  readonly lines = new Map<string, number>();

  constructor(about: About) {
    this.#about = about;
  }

  /** Rows may omit fields of the album that another row has, but not contradict it. */
  album(rows: readonly CsvRow[]): Fields {
    const fields = new Fields();
    for (const column of columns.filter(({ of }) => of === 'album')) {
      const [first, ...others] = rows.flatMap(({ cells, line }) => {
        const text = cells.get(column.name);
        return text === undefined ? [] : [{ text, line }];
      });
      if (!first) continue;
      this.lines.set(column.name, first.line);
      for (const { text, line } of others)
        if (!isSame(column, text, first.text))
          this.#report(line, column, `The album has a different value in line ${first.line}.`);
      this.#read(fields, column, first);
    }
    const [row] = rows;
    const line = this.lines.get('album-rights-owner') ?? row?.line ?? 1;
    this.#readRights(fields, 'album', { line });
    return fields;
  }

  /** @param album its fields, which tracks have if they do not say otherwise. */
  track({ cells, line }: CsvRow, index: number, album: Fields): Fields {
    const fields = new Fields();
    for (const column of columns.filter(({ of }) => of === 'track')) {
      const text = cells.get(column.name);
      if (text !== undefined) this.#read(fields, column, { text, line, track: index });
      else if (column.isRequired) this.malformed.add(fieldName(column.field, index));
    }
    this.#readRights(fields, 'track', { line, year: album.get('rights-owner-year', 'integer') });
    return fields;
  }

  #read(
    fields: Fields,
    column: Column,
    { text, line, track }: { text: string; line: number; track?: number },
  ) {
    const read = cellReaders[column.kind](text, this.#about);
    if ('value' in read) return fields.set(column, read.value);
    if ('omitted' in read) return this.#note(line, column, read.omitted);
    this.malformed.add(fieldName(column.field, track));
    // Every track of a release can have the same genre.
    if (column.kind === 'genre' && this.#unknownGenres.has(text)) return undefined;
    if (column.kind === 'genre') this.#unknownGenres.add(text);
    return this.#report(line, column, read.fault);
  }

  /** One reader reads the owners of spreadsheets and of messages. */
  #readRights(fields: Fields, of: Column['of'], { line, year }: { line: number; year?: number | undefined }) {
    const column = columnOf(of, 'rights-owner-name');
    const name = fields.get('rights-owner-name', 'text');
    if (!column || name === undefined) return;
    const stated = fields.get('rights-owner-year', 'integer');
    const owner = ownerNamed(name, stated ?? year);
    if (owner === undefined) {
      fields.omit(column);
      this.#note(line, column, 'A rights owner that is only a sign or year is not imported.');
    } else
      fields.set(
        column,
        ownerIn(owner, (sentence) => this.#note(line, column, sentence)),
      );
    const yearColumn = columnOf(of, 'rights-owner-year');
    const worded = owner === name ? undefined : readRightsLine(name).years.at(-1);
    if (yearColumn && stated === undefined && worded !== undefined) fields.set(yearColumn, worded);
  }

  #note(line: number, { name }: Column, note: string): void {
    this.notes.push({ note, place: `${this.#about.file}:${line}: ${name}` });
  }

  #report(line: number, { name }: Column, sentence: string): void {
    this.problems.push(`${this.#about.file}:${line}: ${name}: ${sentence}`);
  }
}

const isSame = ({ name }: Column, left: string, right: string): boolean =>
  name === 'upc' ? codeIn(left) === codeIn(right) : left === right;

/** @returns the digits of a UPC, EAN or GTIN in a form in which equal codes are equal. */
export const codeIn = (upc: string): string => singleUnit(upc).padStart(13, '0');
