/** Finds released tracks of which several landmarks were found at the same distance. Pure. */

/** A landmark of the submitted track that a released track also has. */
export interface Hit {
  readonly trackId: string;
  /** The speed of the submitted track at which it was found, an index of the searched speeds. */
  readonly speed: number;
  /** Its position in the released track minus that in the submitted one. */
  readonly offset: number;
}

export interface Candidate {
  readonly trackId: string;
  /** Where the tracks may be equal, likeliest first. */
  readonly alignments: readonly Pick<Hit, 'speed' | 'offset'>[];
}

const MAX_ALIGNMENTS = 4;
/** Offsets this near count as the same, because positions are rounded. */
const OFFSET_STEP = 2;
/** How much a hit counts for the alignments beside its own. */
const BESIDE = 0.6;

/** @returns all candidates, those with the most hits for one alignment first. Deterministic. */
export function candidatesOf(hits: readonly Hit[]): Candidate[] {
  const byTrack = Map.groupBy(hits, ({ trackId }) => trackId);
  const scored = Array.from(byTrack, ([trackId, some]) => ({ trackId, ...alignmentsOf(some) }));
  return scored
    .toSorted((left, right) => right.votes - left.votes || Number(left.trackId) - Number(right.trackId))
    .map(({ trackId, alignments }) => ({ trackId, alignments }));
}

function alignmentsOf(hits: readonly Hit[]): { votes: number; alignments: Candidate['alignments'] } {
  const counts = new Map<string, number>();
  const keyed = hits.map(({ speed, offset }) => ({ speed, step: Math.round(offset / OFFSET_STEP) }));
  for (const { speed, step } of keyed) count(counts, `${speed} ${step}`);
  const votesAt = (speed: number, step: number) => counts.get(`${speed} ${step}`) ?? 0;
  const distinct = new Map(keyed.map((each) => [`${each.speed} ${each.step}`, each])).values();
  const voted = Array.from(distinct, ({ speed, step }) => ({
    speed,
    offset: step * OFFSET_STEP,
    votes: votesAt(speed, step) + BESIDE * (votesAt(speed, step - 1) + votesAt(speed, step + 1)),
  })).toSorted(
    (left, right) => right.votes - left.votes || left.speed - right.speed || left.offset - right.offset,
  );
  return {
    votes: voted[0]?.votes ?? 0,
    alignments: voted.slice(0, MAX_ALIGNMENTS).map(({ speed, offset }) => ({ speed, offset })),
  };
}

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
