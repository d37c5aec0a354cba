/** The API's documents: the current one, computed from the declarations, and the last released one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitions } from '../../shared/service/definitions.ts';
import { events } from '../../shared/webhooks/events.ts';
import { breakingChanges } from './breaking-changes.ts';
import { type OpenApi, openApiOf } from './document/openapi.ts';
import type { Examples } from './document/operations.ts';
import { conventions, notes } from './notes.ts';

const docs = join(import.meta.dirname, '../../docs');

export const files = {
  released: join(docs, 'openapi.released.json'),
  /** Requests and responses of test/table/conformance/examples.test.ts. */
  examples: join(docs, 'openapi.examples.json'),
} as const;

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
/** @internal Tests compare them. */
export const readExamples = (): Examples => read(files.examples) as Examples;
/** @internal A test edits it. */
export const readReleased = (): OpenApi => read(files.released) as OpenApi;

let current: OpenApi | undefined;

/** Computed on first use, which takes a tenth of a second. */
export function currentDocument(): OpenApi {
  current ??= openApiOf({ ...definitions, events }, { conventions, notes, examples: readExamples() });
  return current;
}

/** The document as text, with a line for each member. */
export const textOf = (value: object): string => `${JSON.stringify(value, null, 1)}\n`;

/** The content of docs/openapi.released.json, for programs: on one line and without examples. */
export const releasedText = (): string =>
  `${JSON.stringify(openApiOf({ ...definitions, events }, { conventions, notes }))}\n`;

/** How changes since the release begin that clients can live with. */
const accepted: readonly string[] = [
  // There were no time offsets before tracks were compared by sound.
  'track-match-time-offsets.attributes.end is number instead of integer.',
  'track-match-time-offsets.attributes.start is number instead of integer.',
  // Names that are fixed offsets were taken, and moved releases by an hour in summer. Those that are stored are shown.
  'albums.attributes.release-time-zone has no pattern.',
  'albums.create.attributes.release-time-zone has the pattern ',
  'albums.update.attributes.release-time-zone has the pattern ',
  // The longer ids are those of statements by two and with filters, which no client has requested before.
  'royalty-statements.id has the pattern ',
];

/** @returns a sentence for each change that breaks clients of the released document. */
export const changesSinceRelease = (): string[] =>
  breakingChanges(readReleased(), currentDocument()).filter(
    (change) => !accepted.some((start) => change.startsWith(start)),
  );
