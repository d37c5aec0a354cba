/** The files of one attempt to import a report: on the function's disk, and gone when it ends. */
import { appendFileSync, createReadStream, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Spill } from './spill.ts';
import { temporaryFolders } from './temporary-folders.ts';

const newFolder = temporaryFolders('usage');

/** Characters that wait in memory. */
const MAX_WAITING = 500_000;

/** A text that grows line by line. */
class TextFile {
  readonly #path: string;
  #waiting: string[] = [];
  #length = 0;

  constructor(path: string) {
    this.#path = path;
  }

  add(line: string): void {
    this.#waiting.push(line);
    this.#length += line.length;
    if (this.#length > MAX_WAITING) this.#flush();
  }

  async *content(): AsyncGenerator<Uint8Array> {
    this.#flush();
    if (existsSync(this.#path)) yield* createReadStream(this.#path);
  }

  #flush(): void {
    if (this.#waiting.length > 0) appendFileSync(this.#path, `${this.#waiting.join('\n')}\n`);
    this.#waiting = [];
    this.#length = 0;
  }
}

export class WorkFiles {
  readonly #directory = newFolder();
  #spills = 0;
  readonly rejected = new TextFile(join(this.#directory, 'rejected'));
  readonly unmatched = new TextFile(join(this.#directory, 'unmatched'));

  spill(count: number): Spill {
    this.#spills += 1;
    return new Spill(join(this.#directory, String(this.#spills)), count);
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
