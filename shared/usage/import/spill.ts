/** Temporary files over which lines are distributed, so that each file fits in memory. */
import { appendFileSync, createReadStream, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { shardOf } from '../../kit/table/shards.ts';
import { textLines } from '../reading/text-lines.ts';

/** Characters buffered in memory before writing. */
const MAX_WAITING = 4_000_000;

export class Spill {
  readonly count: number;
  readonly #directory: string;
  readonly #waiting: string[][];
  #length = 0;

  /** @param directory is created. @param count number of files. */
  constructor(directory: string, count: number) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
    this.count = count;
    this.#waiting = Array.from({ length: count }, () => []);
  }

  /** @param key determines the file. Lines keep their order. */
  add(key: string, line: string): void {
    this.addTo(shardOf(key, this.count), line);
  }

  addTo(file: number, line: string): void {
    this.#waiting[file]?.push(line);
    this.#length += line.length + 1;
    if (this.#length > MAX_WAITING) this.#flush();
  }

  /** The lines of one file, in batches. */
  async *lines(file: number): AsyncGenerator<string[]> {
    for await (const lines of textLines(this.content(file))) yield lines.map(({ text }) => text);
  }

  async *content(file: number): AsyncGenerator<Uint8Array> {
    this.#flush();
    const path = this.#path(file);
    if (existsSync(path)) yield* createReadStream(path, { highWaterMark: 1 << 18 });
  }

  bytes(file: number): number {
    this.#flush();
    return statSync(this.#path(file), { throwIfNoEntry: false })?.size ?? 0;
  }

  remove(file: number): void {
    rmSync(this.#path(file), { force: true });
  }

  #path(file: number): string {
    return join(this.#directory, String(file));
  }

  #flush(): void {
    for (const [file, lines] of this.#waiting.entries())
      if (lines.length > 0) appendFileSync(this.#path(file), `${lines.join('\n')}\n`);
    for (const lines of this.#waiting) lines.length = 0;
    this.#length = 0;
  }
}
