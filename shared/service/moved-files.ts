/** The files of an exported organization in the order of writing, and the types that have none. */
import { resourceOf } from '../kit/declare/api.ts';
import type { MovedFile } from '../kit/moves/moved-file.ts';
import { recordFile } from '../kit/moves/record-file.ts';
import { api } from './api.ts';
import { moves } from './features.ts';

const stored = api.resources.filter(
  ({ type, owner }) => owner !== 'platform' && !Object.hasOwn(api.keys[type], 'within'),
);
const isOfRecords = ({ name }: MovedFile): boolean => stored.some(({ type }) => type === name);

/** Files with more than the records of a type. Owners come first: the organization and its users. */
const particular: readonly MovedFile[] = Object.values(moves).flat();

const plain = stored
  .filter(({ type }) => !particular.some(({ name }) => name === type))
  .map((resource) => recordFile(resource));

export const movedFiles: readonly MovedFile[] = [
  ...linkedFirst([...particular.filter(isOfRecords), ...plain]),
  ...particular.filter((file) => !isOfRecords(file)),
];

/** @returns the files of records, each after those to which its records link. */
function linkedFirst(files: readonly MovedFile[]): MovedFile[] {
  const ordered = new Set<MovedFile>();
  const seen = new Set<MovedFile>();
  const add = (file: MovedFile): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const { relationships } = resourceOf(api, file.name);
    for (const { kept, type } of Object.values(relationships)) {
      const linked = kept ? files.find(({ name }) => name === type) : undefined;
      if (linked) add(linked);
    }
    ordered.add(file);
  };
  for (const file of files) add(file);
  return [...ordered];
}

const inMatches = 'stored with the matches of a track';
const inPlays = 'summed from usage-plays';

/** Why the other types have no file. @internal A test compares both with the declarations. */
export const withoutFile: Readonly<Record<string, string>> = {
  'album-dsps': 'stored on the album',
  'track-analyses': inMatches,
  'track-match-artists': inMatches,
  'track-match-distributors': inMatches,
  'track-match-time-offsets': inMatches,
  'track-match-alpha-artists': inMatches,
  'track-match-gamma-artists': inMatches,
  'track-trends': inPlays,
  'album-trends': inPlays,
  'artist-trends': inPlays,
  'royalty-summaries': 'summed from usage-revenue and royalty-payments',
  'royalty-statements': 'summed from usage-lines',
};
