/**
 * Acknowledges a DDEX sales report if the connection says so: places an acknowledgement next to the report, and removes
 * the semaphores with which the store marked the report as complete. Idempotent.
 */
import { StoreFailure } from '../stores/connected/store-failure.ts';
import type { StoreFiles } from '../stores/connected/store-files.ts';
import { textFile } from '../transfers/text-file.ts';

export interface TakenReport {
  readonly folder: string;
  /** Of its files. */
  readonly files: readonly string[];
  /** Why it is rejected, or null. */
  readonly reason: string | null;
  readonly at: string;
  /** The names of the semaphores in the folder. */
  readonly semaphores: ReadonlySet<string>;
}

const REPORT = /^DSR_(.*?)(?:_\d{1,4}of\d{1,4})?((?:_[^_]*)?)(\.[A-Za-z]{1,4})(?:\.gz)?$/i;

/** @returns undefined if the names of these reports are not those of DDEX. */
function namesFor(
  file: string,
): { readonly acknowledgement: string; readonly semaphores: readonly string[] } | undefined {
  const [, before, after = '', extension] = REPORT.exec(file) ?? [];
  if (before === undefined) return undefined;
  const name = `${before}${after}`;
  return {
    acknowledgement: `ACK_${name}${extension}`,
    // The older and the newer choreography name them differently.
    semaphores: [`DSR_${name}.ctrl`, `ACK_${name}.ctrl`],
  };
}

export const isSemaphore = (name: string): boolean => /\.ctrl$/i.test(name);

/** Of the stage or of others. It is not a report. */
export const isAcknowledgement = (name: string): boolean => /^ACK_/i.test(name);

/** @returns why it could not be acknowledged, as a sentence. @throws StoreFailure if the session has ended. */
export async function acknowledgeReport(store: StoreFiles, taken: TakenReport): Promise<string | undefined> {
  const { folder, files, semaphores } = taken;
  const [first = ''] = files;
  const names = namesFor(first);
  if (!names) return undefined;
  try {
    await store.put(textFile(`${folder}/${names.acknowledgement}`, textOf(taken)));
    for (const name of names.semaphores) if (semaphores.has(name)) await store.remove(`${folder}/${name}`);
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreFailure) || !MENDED_BY_STORE.includes(error.fault)) throw error;
    return `The report was imported, but not acknowledged. ${error.message}`;
  }
}

const MENDED_BY_STORE: readonly string[] = ['permission', 'missing', 'space', 'protocol'];

/** DDEX defines the name of an acknowledgement, and not its content. A line for each file: its name, what happened, and when. */
const textOf = ({ files, reason, at }: TakenReport): string =>
  files
    .map((name) => [name, reason === null ? 'taken' : 'rejected', at, reason].join('\t').trim())
    .map((line) => `${line}\n`)
    .join('');
