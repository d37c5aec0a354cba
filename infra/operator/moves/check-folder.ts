/** Checks all files of an export as a whole, before anything is written. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { claimOf, type Inspected, type MovedFile } from '../../../shared/kit/moves/moved-file.ts';
import { once } from '../../../shared/platform/once.ts';
import { referenceRecords } from '../../../shared/reference/records.ts';
import { api } from '../../../shared/service/api.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { linesIn } from './lines.ts';
import { digestOf, type Manifest } from './manifest.ts';

export interface CheckedFolder {
  /** Sentences with file and line. */
  readonly problems: readonly string[];
  /** Records with unfinished work, by file. */
  readonly unfinished: Readonly<Record<string, number>>;
  readonly lines: Readonly<Record<string, number>>;
}

const MAX_PROBLEMS = 100;
/** The file of an analytics report, whose id is its name. */
const REPORT = /^reports\/(\d+)\.csv\.gz$/;
/** A request to a function has at most 6 MB. */
const MAX_LINE_BYTES = 4_000_000;

export const fileName = ({ name }: Pick<MovedFile, 'name'>): string => `${name}.jsonl`;

type Found = Exclude<Inspected, { readonly faults: readonly string[] }>;

/** @param manifest undefined for an export that is not completed yet. */
export async function checkFolder(folder: string, manifest?: Manifest): Promise<CheckedFolder> {
  const check = new FolderCheck();
  if (manifest) await checkDigests(check, folder, manifest);
  for (const file of movedFiles) if (!check.isFull) await checkFile(check, folder, file);
  for (const name of Object.keys(manifest?.files ?? {})) checkReport(check, name);
  return check.result();
}

async function checkDigests(check: FolderCheck, folder: string, { files }: Manifest): Promise<void> {
  for (const file of movedFiles)
    if (!files[fileName(file)]) check.report(fileName(file), 'The manifest does not name the file.');
  const known = new Set(movedFiles.map(fileName));
  for (const [name, { sha256 }] of Object.entries(files)) {
    if (!known.has(name) && !REPORT.test(name))
      check.report(name, 'This version of the service does not know the file.');
    else if ((await digestOf(join(folder, name)).catch(() => '')) !== sha256)
      check.report(name, 'The file is missing or has changed since the export.');
  }
}

/** The bucket has the reports of all organizations. */
function checkReport(check: FolderCheck, name: string): void {
  const [, id] = REPORT.exec(name) ?? [];
  if (id !== undefined && !check.has(claimOf('analytics-reports', id)))
    check.report(name, 'Its report is not in the files.');
}

async function checkFile(check: FolderCheck, folder: string, file: MovedFile): Promise<void> {
  const path = join(folder, fileName(file));
  if (!(await stat(path).catch(() => undefined))) return;
  for await (const { text, number } of linesIn(path)) {
    const place = `${fileName(file)}:${number}`;
    const line = parsed(text);
    if (Buffer.byteLength(text) > MAX_LINE_BYTES) check.report(place, 'The line is too long.');
    else if (line === undefined) check.report(place, 'The line is not JSON.');
    else check.add(file, place, file.inspect(api, line));
    if (check.isFull) return;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

class FolderCheck {
  readonly #problems: string[] = [];
  readonly #claims = new Set<string>();
  readonly #open: { place: string; need: string }[] = [];
  readonly #owners = { organization: new Set<string>(), user: new Set<string>() };
  readonly #unfinished = new Map<string, number>();
  readonly #lines = new Map<string, number>();

  get isFull(): boolean {
    return this.#problems.length >= MAX_PROBLEMS;
  }

  report(place: string, sentence: string): void {
    this.#problems.push(`${place}: ${sentence}`);
  }

  add(file: MovedFile, place: string, found: Inspected): void {
    this.#lines.set(file.name, (this.#lines.get(file.name) ?? 0) + 1);
    if ('faults' in found) {
      for (const fault of found.faults) this.report(place, fault);
      return;
    }
    if (found.isUnfinished) this.#unfinished.set(file.name, (this.#unfinished.get(file.name) ?? 0) + 1);
    this.#claim(file, place, found);
    this.#own(file, place, found);
    // Most records follow those to which they link.
    for (const need of found.needs) if (!this.has(need)) this.#open.push({ place, need });
  }

  has(need: string): boolean {
    return this.#claims.has(need) || referenceIds().has(need);
  }

  #claim(file: MovedFile, place: string, { claims }: Found): void {
    const twice = claims.find((claim) => this.#claims.has(claim));
    if (twice !== undefined)
      this.report(place, `Another line of ${file.name} has the same id, unique value or place.`);
    for (const claim of claims) this.#claims.add(claim);
  }

  /** Everything belongs to one organization and its users, whose lines come first. */
  #own({ name, owner: kind }: MovedFile, place: string, { owner, claims }: Found): void {
    const [id = ''] = (claims[0] ?? '').split(' ').slice(1);
    if (name === 'white-labels') this.#owners.organization.add(id);
    if (name === 'users') this.#owners.user.add(id);
    if (this.#owners.organization.size > 1) this.report(place, 'The files contain several organizations.');
    if (!this.#owners[kind].has(owner)) this.report(place, `Its owner ${owner} is not in the files.`);
  }

  result(): CheckedFolder {
    for (const { place, need } of this.#open)
      if (!this.isFull && !this.has(need))
        this.report(place, `It links to ${need}, which is not in the files.`);
    const { organization } = this.#owners;
    if (organization.size === 0) this.report('white-labels.jsonl', 'The organization is missing.');
    return {
      problems: this.#problems,
      unfinished: Object.fromEntries(this.#unfinished),
      lines: Object.fromEntries(this.#lines),
    };
  }
}

const referenceIds = once(
  () =>
    new Set(
      Object.entries(referenceRecords).flatMap(([type, records]) =>
        records().map(({ id }) => claimOf(type, id)),
      ),
    ),
);
