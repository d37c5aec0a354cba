/** The files of an exported organization, in the order in which they are written, and the types that have none. */
import { movedAccounts } from '../accounts/moved.ts';
import { movedCatalogue } from '../catalogue/moved.ts';
import { movedDistribution } from '../distribution/moved.ts';
import type { MovedFile } from '../kit/moves/moved-file.ts';
import { movedMatching } from '../matching/moved.ts';
import { movedRoyalties } from '../royalties/moved.ts';
import { movedReports, usageFiles } from '../usage/moved/files.ts';
import { movedWebhooks } from '../webhooks/moved.ts';

export const movedFiles: readonly MovedFile[] = [
  ...movedAccounts,
  ...movedCatalogue,
  ...movedMatching,
  ...movedDistribution,
  ...movedWebhooks,
  ...usageFiles,
  movedReports,
  ...movedRoyalties,
];

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
