/** What is missing and what warns on a release, each with its place on the page. */

import { namingForeign } from './foreign-recordings.ts';
import type { Finding, ReleaseTrack, ShownRequest } from './reviews.ts';

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
  readonly request: Pick<ShownRequest, 'validation' | 'warnings' | 'tracks'> | undefined;
  readonly tracks: readonly ReleaseTrack[] | undefined;
}

const placeOf = ({ type, id }: Finding['record']): string => (type === 'tracks' ? elementOf({ id }) : FACTS);

/** @returns what the list of requests counts, then further findings of reading the files now. */
export function warningsOn({ request, tracks }: Seen): Alert[] {
  const counted = request?.validation?.warnings ?? [];
  const matches = new Map(request?.tracks.map((track) => [track.id, track.matches]));
  const unreadable = new Set(
    counted.flatMap(({ code, record }) => (UNREADABLE.includes(code) ? [placeOf(record)] : [])),
  );
  const isCounted = ({ sentence, place }: Alert) =>
    unreadable.has(place) && sentence.includes('cannot be read.');
  return [
    ...counted.map(({ code, detail, record }) => ({
      sentence: code === FOREIGN ? namingForeign(detail, matches.get(record.id)) : detail,
      place: placeOf(record),
    })),
    ...placed(request?.warnings ?? [], tracks).filter((each) => !isCounted(each)),
  ];
}

const UNREADABLE: readonly string[] = ['artwork_unreadable', 'audio_unheard'];
const FOREIGN = 'foreign_recording';
