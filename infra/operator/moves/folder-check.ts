/** What is wrong with the lines of an export as a whole. */
import {
  claimOf,
  type Inspected,
  type LinesPlace,
  type MovedFile,
  type Need,
} from '../../../shared/kit/moves/moved-file.ts';
import { once } from '../../../shared/platform/once.ts';
import { referenceRecords } from '../../../shared/reference/records.ts';

export interface CheckedFolder {
  /** Sentences with file and line. */
  readonly problems: readonly string[];
  /** The lines that do not fit to others, and where those must be. */
  readonly unfitting: readonly LinesPlace[];
  /** Records with unfinished work, by file. */
  readonly unfinished: Readonly<Record<string, number>>;
  readonly lines: Readonly<Record<string, number>>;
}

const MAX_PROBLEMS = 100;

type Fine = Exclude<Inspected, { readonly faults: readonly string[] }>;

export class FolderCheck {
  readonly #problems: string[] = [];
  readonly #unfitting: LinesPlace[] = [];
  readonly #claims = new Map<string, LinesPlace>();
  readonly #offers = new Set<string>();
  readonly #least = new Map<string, number>();
  readonly #open: { place: string; line: LinesPlace; need: Need }[] = [];
  readonly #owners = { organization: new Set<string>(), user: new Set<string>() };
  readonly #unfinished = new Map<string, number>();
  readonly #lines = new Map<string, number>();

  report(place: string, sentence: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(`${place}: ${sentence}`);
  }

  add(file: MovedFile, place: string, found: Inspected): void {
    this.#lines.set(file.name, this.linesOf(file) + 1);
    if ('faults' in found) {
      for (const fault of found.faults) this.report(place, fault);
      return;
    }
    if (found.isUnfinished) this.#unfinished.set(file.name, (this.#unfinished.get(file.name) ?? 0) + 1);
    const line = { file: file.name, owner: found.owner, id: found.id };
    this.#claim(place, line, found);
    this.#own(file, place, found);
    for (const offer of found.offers) this.#offers.add(offer);
    for (const { of, number } of found.least ?? [])
      this.#least.set(of, Math.min(number, this.#least.get(of) ?? number));
    // Most records follow those to which they link.
    for (const need of found.needs) if (!this.has(need.text)) this.#open.push({ place, line, need });
  }

  linesOf({ name }: Pick<MovedFile, 'name'>): number {
    return this.#lines.get(name) ?? 0;
  }

  /** @param text what a line claims or offers, or a record of the reference data. */
  has(text: string): boolean {
    return this.#claims.has(text) || this.#offers.has(text) || referenceIds().has(text);
  }

  #claim(place: string, line: LinesPlace, { claims }: Fine): void {
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
