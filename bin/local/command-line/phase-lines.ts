/** A line for each phase of a start, with its seconds. On a terminal, the line of the phase under way counts them. */

interface Output {
  readonly isTerminal: boolean;
  readonly write: (text: string) => unknown;
}

const REDRAW_MILLISECONDS = 100;
const CLEAR = '\r\x1b[K';

export class PhaseLines {
  readonly #output: Output;
  #phase: { readonly title: string; readonly since: number } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  /** Ends the last phase, too. */
  begin(title: string): void {
    this.end();
    this.#phase = { title, since: performance.now() };
    if (!this.#output.isTerminal) return;
    this.#draw();
    this.#timer = setInterval(() => this.#draw(), REDRAW_MILLISECONDS).unref();
  }

  /** Leaves the line with the seconds that the phase took. */
  end(): void {
    if (this.#phase) this.#output.write(`${this.#clear()}${this.#line()}\n`);
    this.#phase = undefined;
    clearInterval(this.#timer);
  }

  /** Makes room for something else, after which the line continues. */
  clear(): void {
    if (this.#phase) this.#output.write(this.#clear());
  }

  #draw(): void {
    this.#output.write(this.#clear() + this.#line());
  }

  #clear(): string {
    return this.#output.isTerminal ? CLEAR : '';
  }

  #line(): string {
    const { title, since } = this.#phase ?? { title: '', since: 0 };
    return `${title} ... ${((performance.now() - since) / 1000).toFixed(1)} s`;
  }
}
