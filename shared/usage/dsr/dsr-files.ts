/** The files of one DSR report, one after another: what each states of itself and of the report. */
import { FileRejected } from '../reading/file-rejected.ts';
import type { DsrRecord } from './dsr-cells.ts';

/** What all files of a report have. */
export interface DsrHead {
  readonly messageId: string;
  readonly files: number;
  readonly end: string;
  readonly senderId: string;
  readonly sender: string;
  readonly service: string;
}

export class DsrFiles {
  #head: DsrHead | undefined;
  readonly #numbers = new Set<number>();
  /** Of the file that is read. */
  #isOpen = false;
  #lines = 0;
  #blocks = 0;
  #summaries = 0;
  /** Of the files before it. */
  #linesBefore = 0;
  #blocksBefore = 0;
  /** Stated by the footer of one of the files. */
  #linesInReport: string | undefined;
  #blocksInReport: string | undefined;

  get head(): DsrHead | undefined {
    return this.#head;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Counts a line of text, also an empty one, from the header to the footer. */
  countLine(): void {
    if (this.#isOpen) this.#lines += 1;
  }

  countBlock(): void {
    this.#blocks += 1;
  }

  countSummary(): void {
    this.#summaries += 1;
  }

  open({ cell }: DsrRecord): void {
    if (this.#isOpen) throw new FileRejected('A file of the report has no FOOT.');
    const head = {
      messageId: cell('messageId'),
      files: fileCount(cell('files')),
      end: cell('end'),
      senderId: cell('senderId'),
      sender: cell('sender'),
      service: cell('service'),
    };
    this.#head ??= head;
    if (head.messageId !== this.#head.messageId || head.files !== this.#head.files)
      throw new FileRejected(`The files are of the reports ${this.#head.messageId} and ${head.messageId}.`);
    const number = fileCount(cell('fileNumber'));
    if (number > head.files) throw new FileRejected(`File ${number} is not one of ${head.files}.`);
    if (this.#numbers.has(number)) throw new FileRejected(`File ${number} of the report appears twice.`);
    this.#numbers.add(number);
    this.#isOpen = true;
    this.#lines = 1;
    this.#blocks = 0;
    this.#summaries = 0;
  }

  close({ cell }: DsrRecord): void {
    this.#isOpen = false;
    require(cell('linesInFile'), this.#lines, 'lines in a file');
    require(cell('summaries'), this.#summaries, 'summaries');
    require(cell('blocksInFile'), this.#blocks, 'blocks in a file');
    this.#linesBefore += this.#lines;
    this.#blocksBefore += this.#blocks;
    this.#linesInReport = cell('linesInReport') || this.#linesInReport;
    this.#blocksInReport = cell('blocksInReport') || this.#blocksInReport;
  }

  /** @throws FileRejected for files that are missing or incomplete. */
  end(): void {
    if (!this.#head) throw new FileRejected('The file is empty.');
    if (this.#isOpen) throw new FileRejected('The report has no FOOT at its end, so it is incomplete.');
    const { files } = this.#head;
    const missing = Array.from({ length: files }, (_, index) => index + 1).filter(
      (each) => !this.#numbers.has(each),
    );
    if (missing.length > 0)
      throw new FileRejected(
        `The report has ${files} files, of which ${missing.slice(0, MAX_NAMED).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Import all of them together.`,
      );
    require(this.#linesInReport, this.#linesBefore, 'lines in the report');
    require(this.#blocksInReport, this.#blocksBefore, 'blocks in the report');
  }
}

const MAX_NAMED = 20;
/** More are not sent. */
const MAX_FILES = 10_000;

/** @throws FileRejected for another number than the stated one. */
function require(stated: string | undefined, counted: number, what: string): void {
  if (stated !== undefined && stated !== '' && Number(stated) !== counted)
    throw new FileRejected(`FOOT states ${stated.slice(0, 20)} ${what}, but there are ${counted}.`);
}

function fileCount(text: string): number {
  const number = text === '' ? 1 : Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_FILES) return number;
  throw new FileRejected(`HEAD states an invalid number of files: ${JSON.stringify(text.slice(0, 20))}.`);
}
