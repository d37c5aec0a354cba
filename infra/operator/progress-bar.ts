/** A progress bar, shown only on a terminal. */

const WIDTH = 30;

export class ProgressBar {
  readonly #output: NodeJS.WritableStream;
  readonly #isTerminal: boolean;
  #shown = '';

  constructor(output: NodeJS.WritableStream) {
    this.#output = output;
    this.#isTerminal = 'isTTY' in output && output.isTTY === true;
  }

  /** @param share of the work that is done, from 0 to 1. */
  show(what: string, share: number): void {
    const done = Math.min(1, Math.max(0, share));
    const filled = Math.round(done * WIDTH);
    const bar = `${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}`;
    const line = `${what} [${bar}] ${Math.floor(done * 100)} %`;
    if (!this.#isTerminal || line === this.#shown) return;
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
