/** Notes about data that is imported unchanged, but is often a mistake. */

import { readIsrc } from '../../rules/isrc.ts';
import { artistNamesOf, type Release } from '../release-form.ts';
import type { Note } from './read-file.ts';

/** @param placeOf returns the place of a track. */
export function releaseNotes(release: Release, placeOf: (track: number) => string): Note[] {
  return [
    ...joinedArtists(release).map((note) => ({ note, place: placeOf(0) })),
    ...repeatedCodes(release, placeOf),
    ...gapNotes(release).map((note) => ({ note, place: placeOf(0) })),
  ];
}

/** Commas are part of some names. */
const JOINED = /,\s|\s(?:feat|ft|featuring)\b/i;

const creditedIn = ({ credits }: Release['tracks'][number]): string[] => credits.map(({ name }) => name);

const joinedArtists = (release: Release): string[] =>
  [...new Set([...artistNamesOf(release), ...release.tracks.flatMap(creditedIn)])]
    .filter((name) => JOINED.test(name))
    .map((name) => `${name} is imported as one artist.`);

function repeatedCodes({ tracks }: Release, placeOf: (track: number) => string): Note[] {
  const first = new Map<string, number>();
  return tracks.flatMap(({ attributes }, track) => {
    const code = readIsrc(String(attributes['isrc-code'] ?? ' '));
    if (code === null) return [];
    const other = first.get(code);
    first.set(code, other ?? track);
    const note = `Another track of the release also has the ISRC ${code}.`;
    return other === undefined ? [] : [{ note, place: placeOf(track) }];
  });
}

function gapNotes({ tracks }: Release): string[] {
  const discs = Map.groupBy(tracks, ({ disc }) => disc);
  return [
    ...(hasGap([...discs.keys()])
      ? ['The numbers of the discs have gaps, and are imported as they are.']
      : []),
    ...Array.from(discs, ([disc, on]) => ({ disc, orders: on.map(({ order }) => order) }))
      .filter(({ orders }) => hasGap(orders))
      .map(
        ({ disc }) => `The numbers of the tracks on disc ${disc} have gaps, and are imported as they are.`,
      ),
  ];
}

/** Whether numbers that count from 1 lack one. Those below are problems. */
const hasGap = (numbers: readonly number[]): boolean => {
  const distinct = new Set(numbers.filter((number) => number > 0));
  return distinct.size > 0 && Math.max(...distinct) > distinct.size;
};
