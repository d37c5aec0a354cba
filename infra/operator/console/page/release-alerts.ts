/** What is missing and what warns on a release, each with its place on the page. */

import type { Match, Release, ReleaseTrack, ShownRequest } from './reviews.ts';
import { soundWarnings } from './sound-notes.ts';

export interface Alert {
  readonly sentence: string;
  /** The id of an element of the page. */
  readonly place: string;
}

/** Where facts about the album itself are. */
export const FACTS = 'facts';

export const elementOf = ({ id }: { readonly id: string }): string => `track-${id}`;

/** @returns each sentence with its track, or else with the album. */
export const placed = (sentences: readonly string[], tracks: readonly ReleaseTrack[] = []): Alert[] =>
  sentences.map((sentence) => {
    const [, order, disc] = /track (\d+) on disc (\d+)/.exec(sentence) ?? [];
    const track = tracks.find(
      (each) =>
        sentence.includes(`"${each.title}"`) || (String(each.order) === order && String(each.disc) === disc),
    );
    return { sentence, place: track ? elementOf(track) : FACTS };
  });

interface Seen {
  readonly release: Release | undefined;
  readonly request: ShownRequest | undefined;
  readonly matches: ReadonlyMap<string, readonly Match[]>;
  /** What the browser has found. */
  readonly cover: readonly string[];
}

/** The page measures the cover itself, and shows what was measured of sounds. */
const isSeenOrHeard = (code: string): boolean => /^(artwork|audio)_/.test(code);

/** Files that cannot be read now have no other warnings. */
export function warningsOn({ release, request, matches, cover }: Seen): Alert[] {
  const told = request?.warnings ?? [];
  const isUnreadable = (file: string) => told.some((each) => each.startsWith(`${file} cannot be read.`));
  const ofTracks = (release?.tracks ?? []).flatMap((track) => {
    const { disc, order } = track;
    const heard = isUnreadable(`The audio of track ${order} on disc ${disc}`) ? null : track.heard;
    const notes = soundWarnings({ heard }, matches.get(track.id) ?? []);
    return notes.map((note) => ({ sentence: `Track ${disc}.${order}: ${note}`, place: elementOf(track) }));
  });
  const found = (request?.validation?.warnings ?? []).filter(({ code }) => !isSeenOrHeard(code));
  return [
    ...(isUnreadable('The artwork') ? [] : placed(cover)),
    ...ofTracks,
    ...found.map(({ detail, record }) => ({
      sentence: detail,
      place: record.type === 'tracks' ? elementOf(record) : FACTS,
    })),
    ...placed(told, release?.tracks),
  ];
}
