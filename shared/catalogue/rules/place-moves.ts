/** Which places of an album move when a track gets another place, and where to. Pure. */

export interface Slot {
  readonly disc: number;
  readonly order: number;
}

export interface Listed extends Slot {
  /** Of the place. */
  readonly id: string;
}

/** Each is a row, as are most of their tracks. A transaction has 100, and the lists of the album take some of them. */
export const MAX_MOVED = 40;

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
