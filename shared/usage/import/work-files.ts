/** The files of one attempt to import a report, stored on the function's disk and deleted at the end. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Spill } from './spill.ts';
import { temporaryFolders } from './temporary-folders.ts';

const newFolder = temporaryFolders('usage');

export class WorkFiles {
  readonly #directory = newFolder();
  #spills = 0;
  /** Rejected lines, in one file. */
  readonly rejected = this.spill(1);
  /** Lines without a track, in one file. */
  readonly unmatched = this.spill(1);
  /** Lines without a day, in one file. */
  readonly withoutDay = this.spill(1);

  spill(count: number): Spill {
    this.#spills += 1;
    return new Spill(join(this.#directory, String(this.#spills)), count);
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
