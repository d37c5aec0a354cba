/** Merges what was found about pairs of tracks by text and by sound into one match per pair. Pure. */
import type { ReleasedTrack } from '../released/released-track.ts';
import type { EqualSound } from '../rules/sound/equal-ranges.ts';
import type { Similarity } from '../rules/text/track-similarity.ts';
import { type Findings, type FoundMatch, isImported } from './found-match.ts';

export interface FoundByText {
  readonly released: ReleasedTrack;
  readonly similarity: Similarity;
}

interface FoundBySound {
  readonly released: ReleasedTrack;
  readonly sound: EqualSound;
}

/** The result of one comparison of a track with the released tracks. */
export type NewFindings =
  | { readonly by: 'text'; readonly matches: readonly FoundByText[] }
  | { readonly by: 'sound'; readonly matches: readonly FoundBySound[] };

/**
 * @param before the stored matches of the track.
 * @returns the matches with the new findings, and those whose other findings remain.
 */
export function mergeFindings(before: readonly FoundMatch[], findings: NewFindings): FoundMatch[] {
  const fresh = new Map(
    findings.matches.map((each): [string, FoundMatch] => [each.released.trackId, matchWith(each)]),
  );
  const stored = new Map(before.map((match) => [match.matchedTrackId, match]));
  const ids = new Set([...stored.keys(), ...fresh.keys()]);
  return [...ids].flatMap((id) => {
    const old = stored.get(id);
    const match = fresh.get(id);
    if (old && isImported(old)) return [old];
    const { [findings.by]: _, ...others } = old?.findings ?? {};
    const merged = { ...others, ...match?.findings };
    const base = match ?? old;
    return base && (merged.text || merged.sound) ? [withFindings(base, merged)] : [];
  });
}

function matchWith(finding: FoundByText | FoundBySound): FoundMatch {
  const { trackId, title, artists, isrc, iswc, albumTitle, label, upc, releaseDate } = finding.released;
  const findings: Findings = 'sound' in finding ? { sound: finding.sound } : { text: finding.similarity };
  const match: FoundMatch = {
    matchedTrackId: trackId,
    attributes: {
      'is-cover': 0,
      title,
      'album-title': albumTitle,
      label: label ?? '',
      'isrc-code': isrc ?? '',
      'iswc-code': iswc,
      'album-upc-code': upc ?? '',
      'release-date': releaseDate,
    },
    analysis: null,
    parts: { artists: artists.map((name) => ({ name })) },
    findings,
  };
  return withFindings(match, findings);
}

/** An equal ISRC is certain. Equal sound is the same recording, even with another title. */
function withFindings(match: FoundMatch, findings: Findings): FoundMatch {
  const { text, sound } = findings;
  const heard = sound && ({ method: 'audio', isCover: false, score: sound.score } as const);
  const by = text?.method === 'isrc' ? text : (heard ?? text);
  if (!by) return match;
  const { 'time-offsets': _, ...parts } = match.parts;
  return {
    matchedTrackId: match.matchedTrackId,
    attributes: { ...match.attributes, 'is-cover': by.isCover ? 1 : 0, 'confidence-score': by.score },
    analysis: {
      method: by.method,
      'title-similarity': text?.title ?? null,
      'artist-similarity': text?.artist ?? null,
    },
    parts: sound ? { ...parts, 'time-offsets': sound.ranges.map(offsetOf) } : parts,
    findings,
  };
}

const offsetOf = ({ start, end, matchedStart, matchedEnd }: EqualSound['ranges'][number]) => ({
  start,
  end,
  'matched-start': matchedStart,
  'matched-end': matchedEnd,
});
