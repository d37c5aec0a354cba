/** export-catalogue on the command line: writes the pages of a stage into files. */
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { releaseForm, upcOf } from '../../../shared/catalogue/back-catalogue/release-form.ts';
import { writeMessage } from '../../../shared/ern/write-message.ts';
import { ExportDamage } from '../damage.ts';
import { makeFolder, PRIVATE_FILE } from '../files.ts';
import { type CommandOutcome, type OperatorIo, runStep, type StageCall } from '../invoke.ts';
import { Progress } from '../progress.ts';
import { csvHeader, csvLinesOf } from './csv/write-csv.ts';

const pageSchema = v.object({
  sender: v.object({ partyId: v.string(), name: v.string() }),
  releases: v.array(v.object({ album: v.string(), release: releaseForm })),
  after: v.nullable(v.string()),
});

type Page = v.InferOutput<typeof pageSchema>;

const TABLE = 'catalogue.csv';

/** @throws Rejection when the folder is not empty. */
export async function exportCatalogue(call: StageCall, io: OperatorIo): Promise<CommandOutcome> {
  const { user, format = 'ern' } = call.args;
  const folder = await makeFolder(call.args);
  const files = new ExportFiles(folder, format === 'csv');
  const progress = new Progress(io);
  const damage = new ExportDamage();
  await files.begin();
  let after: string | null | undefined;
  try {
    while (after !== null) {
      const args = { user, format, ...(after && { after }) };
      const page: Page = await runStep({ ...call, args, damage }, pageSchema);
      await files.add(page);
      progress.count('Exporting', { done: files.albums, unit: 'albums' });
      ({ after } = page);
    }
  } finally {
    progress.end();
  }
  damage.requireNone();
  return { result: { 'user-id': user, folder, ...files.summary() } };
}

/** Files are named after their order, so that an import creates the albums in the order of their age. */
class ExportFiles {
  readonly #folder: string;
  readonly #isTable: boolean;
  readonly #omitted: { album: string; title: unknown; reason: string }[] = [];
  albums = 0;
  #tracks = 0;

  constructor(folder: string, isTable: boolean) {
    this.#folder = folder;
    this.#isTable = isTable;
  }

  async begin(): Promise<void> {
    if (this.#isTable) await writeFile(join(this.#folder, TABLE), csvHeader(), PRIVATE_FILE);
  }

  async add({ sender, releases }: Page): Promise<void> {
    for (const { album, release } of releases) {
      const lacks = upcOf(release) === '' ? 'UPC' : release.tracks.length === 0 ? 'tracks' : undefined;
      if (lacks !== undefined) {
        const { title } = release.attributes;
        this.#omitted.push({ album, title, reason: `The album has no ${lacks}.` });
        continue;
      }
      this.albums += 1;
      this.#tracks += release.tracks.length;
      if (this.#isTable) await appendFile(join(this.#folder, TABLE), csvLinesOf(release));
      else {
        const name = `${String(this.albums).padStart(6, '0')}-${upcOf(release)}.xml`;
        const message = writeMessage(release, { sender, at: new Date() });
        await writeFile(join(this.#folder, name), message, PRIVATE_FILE);
      }
    }
  }

  summary() {
    return { albums: this.albums, tracks: this.#tracks, omitted: this.#omitted };
  }
}
