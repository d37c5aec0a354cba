/** Checks all files of an export as a whole, before anything is written. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  claimOf,
  type Inspected,
  type LineAddress,
  type MovedFile,
  type Need,
} from '../../../shared/kit/moves/moved-file.ts';
import { once } from '../../../shared/platform/once.ts';
import { referenceRecords } from '../../../shared/reference/records.ts';
import { api } from '../../../shared/service/api.ts';
import { movedFiles } from '../../../shared/service/moved-files.ts';
import { usageImportFile } from '../../../shared/usage/moved/usage-import-file.ts';
import { digestOf, jsonIn, linesIn } from '../files.ts';
import { UsageCheck } from './check-usage.ts';
import { MANIFEST, type Manifest } from './manifest.ts';

/** The file of an analytics report, whose id is its name. */
const REPORT = /^reports\/(\d+)\.csv\.gz$/;

export const fileName = ({ name }: Pick<MovedFile, 'name'>): string => `${name}.jsonl`;

/** @param manifest undefined for an export that is not completed yet. */
export async function checkFolder(folder: string, manifest?: Manifest): Promise<CheckedFolder> {
  const check = new FolderCheck();
  if (manifest) await checkDigests(check, folder, manifest);
  const usage = new UsageCheck();
  for (const file of movedFiles) await checkFile({ check, usage }, folder, file);
  // Exports of earlier versions have not noticed imports of reports.
  if (await isPlainFile(join(folder, fileName(usageImportFile))))
    for (const sentence of usage.problems) check.report(MANIFEST, sentence);
  if (manifest) checkManifest(check, manifest);
  return check.result();
}

async function checkDigests(check: FolderCheck, folder: string, { files }: Manifest): Promise<void> {
  for (const file of movedFiles)
    if (!files[fileName(file)] && !file.isAddedLater)
      check.report(fileName(file), 'The manifest does not name the file.');
  const names = new Set(movedFiles.map(fileName));
  for (const [name, { sha256 }] of Object.entries(files)) {
    if (!names.has(name) && !REPORT.test(name))
      check.report(name, 'This version of the service does not know the file.');
    else if (!(await isPlainFile(join(folder, name))) || (await digestOf(join(folder, name))) !== sha256)
      check.report(name, 'The file is missing or has changed since the export.');
  }
}

/** Others, such as devices, may never end. */
const isPlainFile = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isFile() === true;

function checkManifest(check: FolderCheck, { organization, files }: Manifest): void {
  for (const file of movedFiles) {
    const expected = files[fileName(file)]?.lines;
    const count = check.linesOf(file);
    if (expected !== undefined && expected !== count)
      check.report(MANIFEST, `${fileName(file)} has ${count} lines instead of ${expected}.`);
  }
  if (!check.has(claimOf('white-labels', organization)))
    check.report(MANIFEST, `It names the organization ${organization}, which is not in the files.`);
  // The bucket has the reports of all organizations.
  for (const name of Object.keys(files)) {
    const [, id] = REPORT.exec(name) ?? [];
    if (id !== undefined && !check.has(claimOf('analytics-reports', id)))
      check.report(name, 'Its report is not in the files.');
  }
}

interface Checks {
  readonly check: FolderCheck;
  readonly usage: UsageCheck;
}

async function checkFile({ check, usage }: Checks, folder: string, file: MovedFile): Promise<void> {
  const path = join(folder, fileName(file));
  if (!(await isPlainFile(path))) return;
  for await (const { text, number, isCut } of linesIn(path)) {
    const place = `${fileName(file)}:${number}`;
    const line = jsonIn(text);
    if (isCut) check.report(place, 'The line is too long.');
    else if (line === undefined) check.report(place, 'The line is not JSON.');
    else {
      const inspected = file.inspect(api, line);
      check.add(file, place, inspected);
      if (!('faults' in inspected)) usage.add(file.name, Object(line));
    }
  }
}

export interface CheckedFolder {
  /** Sentences with file and line. */
  readonly problems: readonly string[];
  /** The lines that do not fit to others, and where those must be. */
  readonly unfitting: readonly LineAddress[];
  /** Records with unfinished work, by file. */
  readonly unfinished: Readonly<Record<string, number>>;
  readonly lines: Readonly<Record<string, number>>;
}

const MAX_PROBLEMS = 100;

type Fine = Exclude<Inspected, { readonly faults: readonly string[] }>;

/** What is wrong with the lines as a whole. */
class FolderCheck {
  readonly #problems: string[] = [];
  readonly #unfitting: LineAddress[] = [];
  readonly #claims = new Map<string, LineAddress>();
  readonly #offers = new Set<string>();
  readonly #least = new Map<string, number>();
  readonly #open: { place: string; line: LineAddress; need: Need }[] = [];
  readonly #owners = { organization: new Set<string>(), user: new Set<string>() };
  readonly #unfinished = new Map<string, number>();
  readonly #lines = new Map<string, number>();

  report(place: string, sentence: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(`${place}: ${sentence}`);
  }

  add(file: MovedFile, place: string, inspected: Inspected): void {
    this.#lines.set(file.name, this.linesOf(file) + 1);
    if ('faults' in inspected) {
      for (const fault of inspected.faults) this.report(place, fault);
      return;
    }
    const { isUnfinished, owner, id, offers, least = [], needs } = inspected;
    if (isUnfinished) this.#unfinished.set(file.name, (this.#unfinished.get(file.name) ?? 0) + 1);
    const line = { file: file.name, owner, id };
    this.#claim(place, line, inspected);
    this.#own(file, place, inspected);
    for (const offer of offers) this.#offers.add(offer);
    for (const { of, number } of least) this.#least.set(of, Math.min(number, this.#least.get(of) ?? number));
    // Most records follow those to which they link.
    for (const need of needs) if (!this.has(need.text)) this.#open.push({ place, line, need });
  }

  linesOf({ name }: Pick<MovedFile, 'name'>): number {
    return this.#lines.get(name) ?? 0;
  }

  /** @param text what a line claims or offers, or a record of the reference data. */
  has(text: string): boolean {
    return this.#claims.has(text) || this.#offers.has(text) || referenceIds().has(text);
  }

  #claim(place: string, line: LineAddress, { claims }: Fine): void {
    const other = claims.map((claim) => this.#claims.get(claim)).find((each) => each !== undefined);
    if (other) {
      this.report(place, `Another line of ${line.file} has the same id, unique value or place.`);
      this.#unfitting.push(line, other);
    }
    for (const claim of claims) this.#claims.set(claim, line);
  }

  /** Everything belongs to one organization and its users, whose lines come first. */
  #own({ name, owner: kind }: MovedFile, place: string, { owner, id }: Fine): void {
    if (name === 'white-labels') this.#owners.organization.add(id);
    if (name === 'users') this.#owners.user.add(id);
    if (this.#owners.organization.size > 1) this.report(place, 'The files contain several organizations.');
    if (this.#owners[kind].has(owner)) return;
    this.report(place, `Its owner ${owner} is not in the files.`);
    if (kind === 'user') this.#unfitting.push({ file: 'users', owner, id: owner });
  }

  result(): CheckedFolder {
    for (const [of, number] of this.#least) this.#offers.add(`${of} ${number}`);
    for (const { place, line, need } of this.#open) {
      if (this.has(need.text)) continue;
      const sentence = sentenceOf(need);
      if (sentence) this.report(place, sentence);
      this.#unfitting.push(line, { ...need.at, owner: line.owner });
    }
    if (this.#owners.organization.size === 0)
      this.report('white-labels.jsonl', 'The organization is missing.');
    return {
      problems: this.#problems,
      unfitting: this.#unfitting,
      unfinished: Object.fromEntries(this.#unfinished),
      lines: Object.fromEntries(this.#lines),
    };
  }
}

/** @returns undefined if the line can be written as it is. */
function sentenceOf({ kind, text, at }: Need): string | undefined {
  if (kind === 'link') return `It links to ${text}, which is not in the files.`;
  if (kind === 'linked') return `No line of ${at.file} links to it, and it needs one.`;
  return undefined;
}

const referenceIds = once(
  () =>
    new Set(
      Object.entries(referenceRecords).flatMap(([type, records]) =>
        records().map(({ id }) => claimOf(type, id)),
      ),
    ),
);
