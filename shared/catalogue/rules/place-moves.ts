/** Which places of an album move when a track gets another place, and where to. Pure. */

export interface Slot {
  readonly disc: number;
  readonly order: number;
}

export interface Listed extends Slot {
  /** Of the place. */
  readonly id: string;
}

/** A transaction has 100 rows. The others are the track that gets another place, its entry in the journal, and checks. */
const ROWS_OF_MOVES = 92;
/** The lists of an album, a check of it, and the place of the track there with its entry in the journal. */
const ROWS_OF_ALBUM = 11;
/** Its place, and its track, which shows the place or is checked not to. */
const ROWS_OF_OTHER = 2;

/** @param albums on which the track gets another place. @returns how many others can move in one transaction. */
export const mostMoved = (albums: number): number =>
  Math.max(0, Math.floor((ROWS_OF_MOVES - ROWS_OF_ALBUM * albums) / ROWS_OF_OTHER));

/**
 * @param others the other places of the album.
 * @returns the new slots of those that move. On the disc that the track leaves, the later ones close the gap, up to its new
 * place. On another disc, those from its new place on make room, up to the first gap.
 */
export function movesBeside(others: readonly Listed[], { from, to }: Record<'from' | 'to', Slot>): Listed[] {
  const on = (disc: number) =>
    others.filter((each) => each.disc === disc).toSorted((left, right) => left.order - right.order);
  if (from.disc !== to.disc)
    return [
      ...on(from.disc)
        .filter(({ order }) => order > from.order)
        .map(movedBy(-1)),
      ...runFrom(on(to.disc), to.order).map(movedBy(1)),
    ];
  const later = ({ order }: Slot) => order > from.order && order <= to.order;
  const earlier = ({ order }: Slot) => order >= to.order && order < from.order;
  return [...on(to.disc).filter(later).map(movedBy(-1)), ...on(to.disc).filter(earlier).map(movedBy(1))];
}

interface Way extends Record<'from' | 'to', Slot> {
  /** How many others can move. */
  readonly most: number;
}

/** @returns the last place on the way to which the track can be moved. Undefined for a way to another disc. */
export function farthestOn(moves: readonly Listed[], { from, to, most }: Way): Slot | undefined {
  if (from.disc !== to.disc) return undefined;
  const back = to.order > from.order ? 1 : -1;
  const passed = moves.map(({ order }) => order + back);
  const nearest = passed.toSorted(
    (left, right) => Math.abs(left - from.order) - Math.abs(right - from.order),
  );
  const order = nearest[most - 1];
  return order === undefined ? undefined : { disc: from.disc, order };
}

const movedBy =
  (by: 1 | -1) =>
  (each: Listed): Listed => ({ ...each, order: each.order + by });

const runFrom = (sorted: readonly Listed[], start: number): Listed[] =>
  sorted.filter(({ order }) => order >= start).filter(({ order }, index) => order === start + index);

/** @param slot as the list of an album has it. */
export function slotIn(slot: string): Slot {
  const [disc = '', order = ''] = slot.split('+');
  return { disc: Number(disc), order: Number(order) };
}
