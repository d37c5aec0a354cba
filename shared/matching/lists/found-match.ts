/** A match as found and as stored. Attributes have the names of the API. */
import type { Fields } from '../../kit/declare/fields.ts';
import type { matchParts, PartName } from '../api/match-parts.ts';
import type { trackAnalyses } from '../api/track-analyses.ts';
import type { trackMatches } from '../api/track-matches.ts';
import type { EqualSound } from '../rules/sound/equal-ranges.ts';
import type { Similarity } from '../rules/text/track-similarity.ts';

/** What the service sets. */
type SetFields = 'created-at' | 'updated-at' | keyof (typeof trackMatches)['relationships'];

/** What is known of a pair of tracks, from which the match is made. */
export type Findings = {
  readonly text?: Similarity;
  readonly sound?: EqualSound;
  /** Another service has found the match. */
  readonly isImported?: true;
};

export type FoundMatch = {
  /** A submitted track has one match per released track, or per match of another service. */
  readonly matchedTrackId: string;
  /** Omitted attributes have their initial values. */
  readonly attributes: Pick<Fields<typeof trackMatches>, 'is-cover' | 'title' | 'release-date'> &
    Partial<Omit<Fields<typeof trackMatches>, SetFields>>;
  readonly analysis: Omit<Fields<typeof trackAnalyses>, 'created-at'> | null;
  readonly parts: { readonly [N in PartName]?: readonly Fields<(typeof matchParts)[N]>[] };
  readonly findings: Findings;
};

/** Timestamps are ISO 8601 UTC. */
export type StoredMatch = FoundMatch & {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** Whether another service has found the match, which no comparison finds again. */
export const isImported = ({ findings }: FoundMatch): boolean => findings.isImported === true;
