/** Where a track is in the index of released tracks, and where to look for similar tracks. Pure. */
import { type ComparedTrack, sortedWords } from '../rules/text/track-similarity.ts';
import { wordSkeleton } from '../rules/text/word-skeleton.ts';

/** A block of the index, and a position in its order. */
export interface IndexPosition {
  readonly by: 'isrc' | 'iswc' | 'artist' | 'title';
  readonly block: string;
  /** Empty in blocks without a meaningful order. */
  readonly position: string;
}

/** Further main artists are ignored. */
const MAX_ARTISTS = 3;

/** In characters. A partition key has at most 2048 bytes, a sort key 1024. */
const MAX_LENGTH = 100;

/**
 * Similar tracks are adjacent in the block of their artists, ordered by title, if the names have the same
 * skeleton, or in the block of their titles, ordered by artist, if the titles do.
 * @returns at most eight distinct positions.
 */
export function indexPositions({ isrc, iswc, title, artists }: ComparedTrack): IndexPosition[] {
  const names = title === '' ? [] : artists.slice(0, MAX_ARTISTS).map(sortedWords);
  const positions = names.flatMap((name): IndexPosition[] => [
    { by: 'artist', block: cut(wordSkeleton(name)), position: cut(title) },
    { by: 'title', block: cut(wordSkeleton(title)), position: cut(name) },
  ]);
  const recording: IndexPosition[] = isrc === '' ? [] : [{ by: 'isrc', block: cut(isrc), position: '' }];
  const work: IndexPosition[] = iswc === '' ? [] : [{ by: 'iswc', block: iswc, position: '' }];
  const all = [...recording, ...work, ...positions];
  return [...new Map(all.map((each) => [`${each.by}#${each.block}#${each.position}`, each])).values()];
}

const cut = (text: string): string => [...text].slice(0, MAX_LENGTH).join('');
