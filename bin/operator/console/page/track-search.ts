/** Finds a track of a release by what a reviewer types. */

interface Placed {
  readonly id: string;
  readonly disc: number;
  readonly order: number;
  readonly title: string;
}

/** @param text a number on the first disc, such as 12, a place, such as 2.3, or a part of the title. */
export function trackFor<T extends Placed>(tracks: readonly T[], text: string): T | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  const [, disc = '1', order] = /^(?:(\d+)\.)?(\d+)$/.exec(wanted) ?? [];
  const placed = tracks.find((each) => String(each.disc) === disc && String(each.order) === order);
  return placed ?? tracks.find(({ title }) => title.toLowerCase().includes(wanted));
}
