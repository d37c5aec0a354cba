/** What reads the lines of one kind of report, one after another. */
import type { KnownValues, UsageLine } from '../rules/usage-line.ts';
import type { TextLine } from './text-lines.ts';

export interface ReportLine {
  readonly number: number;
  /** The original text. */
  readonly text: string;
  /** The parsed line, or why it is rejected. */
  readonly read: UsageLine | string;
}

export interface ReportReader {
  /** @returns the lines of usage in a line of text. Headers, totals and blank lines have none. @throws FileRejected */
  readonly read: (line: TextLine) => readonly ReportLine[];
  /** @throws FileRejected for a report that is empty, incomplete or ambiguous. */
  readonly end: () => void;
}

/** What the line that is most like a header lacks. */
export interface HeaderLack {
  /** How many columns of the layout it names. */
  readonly named: number;
  /** The names that the layout has for the missing columns. */
  readonly missing: readonly string[];
  /** Columns that the layout does not have. */
  readonly unknown: readonly string[];
  /** A sentence. */
  readonly fault: string;
}

/** What a reader notes for the operator. */
export interface ReportNotes {
  /** Gets the names of columns that are not read. */
  readonly onIgnored?: ((names: readonly string[]) => void) | undefined;
  /** Gets what the columns of a report lack, before it is rejected because they are not those of its layout. */
  readonly onLack?: ((lack: HeaderLack) => void) | undefined;
  /** Is called for a sales report of DDEX, which has no columns. */
  readonly onDsr?: (() => void) | undefined;
  /** Gets the lines that are not usage: totals of the file, and lines that its layout skips. */
  readonly onOther?: ((line: OtherLine) => void) | undefined;
}

export interface OtherLine {
  readonly is: 'total' | 'skipped';
  readonly cells: readonly string[];
  /** Of a skipped line that has an amount other than zero. */
  readonly money?: SkippedMoney | undefined;
}

export interface SkippedMoney {
  /** In units of 10^-12. */
  readonly revenue: bigint;
  readonly currency: string;
}

export interface ReaderOf extends ReportNotes {
  readonly known: KnownValues;
}

/** Spreadsheet programs also write lines that are only formatted. */
export const isBlank = (text: string): boolean => /^(?:[\s,;|]|"")*$/.test(text);
