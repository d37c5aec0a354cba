/** The files of an exported organization, in the order in which they are written, and the types that have none. */
import { movedAccounts } from '../accounts/moved.ts';
import { movedCredits } from '../catalogue/credits/move-credits.ts';
import { movedCatalogue } from '../catalogue/moved.ts';
import { movedDistribution } from '../distribution/moved.ts';
import { resourceOf } from '../kit/declare/api.ts';
import type { MovedFile } from '../kit/moves/moved-file.ts';
import { recordFile } from '../kit/moves/record-file.ts';
import { movedMatching } from '../matching/moved.ts';
import { movedReports, usageFiles } from '../usage/moved/files.ts';
import { movedWebhooks } from '../webhooks/moved.ts';
import { api } from './api.ts';

/** Types with more than their records. The organization and its users come first, since they own everything else. */
const particular = [
  ...movedAccounts,
  ...movedCatalogue,
  ...movedDistribution,
  ...movedWebhooks,
  movedReports,
];

const plain = api.resources
  .filter(({ type, owner }) => {
    const isKept = owner !== 'platform' && !Object.hasOwn(api.keys[type], 'within');
    return isKept && !particular.some(({ name }) => name === type);
  })
  .map((resource) => recordFile(resource));

export const movedFiles: readonly MovedFile[] = [
  ...linkedFirst([...particular, ...plain]),
  movedCredits,
  ...movedMatching,
  ...usageFiles,
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
};
