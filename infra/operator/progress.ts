/** Shows how much of a long command is done: a bar on a terminal, otherwise lines. */
import { ProgressBar } from './progress-bar.ts';

interface ProgressIo {
  readonly errors: NodeJS.WritableStream;
  /** Whether all output is JSON. */
  readonly isJson?: boolean;
}

interface Done {
  readonly done: number;
  readonly total: number;
  /** In the plural, such as "tracks". */
  readonly unit: string;
}

export class Progress {
  readonly #io: ProgressIo;
  readonly #bar: ProgressBar;
  readonly #isTerminal: boolean;

  constructor(io: ProgressIo) {
    this.#io = io;
    this.#bar = new ProgressBar(io.errors);
    this.#isTerminal = 'isTTY' in io.errors && io.errors.isTTY === true;
  }

  /** @param what such as "Writing". */
  show(what: string, { done, total, unit }: Done): void {
    if (total === 0) return;
    if (this.#isTerminal) this.#bar.show(what, done / total);
    else this.#line(`${what}: ${done} of ${total} ${unit}`, { what, done, total, unit });
  }

  /** For work whose total is not known. */
  count(what: string, { done, unit }: Omit<Done, 'total'>): void {
    if (this.#isTerminal) return;
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
