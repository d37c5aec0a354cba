/** Shows how much of a long command is done. */
import type { OperatorIo } from './invoke.ts';

const WIDTH = 30;

/** Shown only on a terminal. */
export class ProgressBar {
  readonly #output: NodeJS.WritableStream;
  readonly isTerminal: boolean;
  #shown = '';

  constructor(output: NodeJS.WritableStream) {
    this.#output = output;
    this.isTerminal = 'isTTY' in output && output.isTTY === true;
  }

  /** @param share of the work that is done, from 0 to 1. */
  show(what: string, share: number): void {
    const done = Math.min(1, Math.max(0, share));
    const filled = Math.round(done * WIDTH);
    const bar = `${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}`;
    const line = `${what} [${bar}] ${Math.floor(done * 100)} %`;
    if (!this.isTerminal || line === this.#shown) return;
    this.#output.write(`\r${line.padEnd(this.#shown.length)}`);
    this.#shown = line;
  }

  /** Passes content on. @param bytes how much there is. */
  async *over(what: string, content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
    let passed = 0;
    for await (const piece of content) {
      yield piece;
      passed += piece.length;
      this.show(what, passed / bytes);
    }
  }

  /** Removes the bar. */
  end(): void {
    if (this.#shown !== '') this.#output.write(`\r${' '.repeat(this.#shown.length)}\r`);
    this.#shown = '';
  }
}

interface Done {
  readonly done: number;
  readonly total: number;
  /** In the plural, such as "tracks". */
  readonly unit: string;
}

/** A bar on a terminal, otherwise lines. */
export class Progress {
  readonly #io: OperatorIo;
  readonly #bar: ProgressBar;

  constructor(io: OperatorIo) {
    this.#io = io;
    this.#bar = new ProgressBar(io.errors);
  }

  /** @param what such as "Writing". */
  show(what: string, { done, total, unit }: Done): void {
    if (total === 0) return;
    if (this.#bar.isTerminal) this.#bar.show(what, done / total);
    else this.#line(`${what}: ${done} of ${total} ${unit}`, { what, done, total, unit });
  }

  /** For work whose total is not known. */
  count(what: string, { done, unit }: Omit<Done, 'total'>): void {
    if (this.#bar.isTerminal) return;
    this.#line(`${what}: ${done} ${unit}`, { what, done, unit });
  }

  #line(text: string, progress: object): void {
    const { errors, isJson = false } = this.#io;
    errors.write(`${isJson ? JSON.stringify({ progress }) : text}\n`);
  }

  end(): void {
    this.#bar.end();
  }
}
