/** Whether a release has changed between two versions (seen/release-version.ts). Pure. */
const COVER = 2;
/** The mark of a cover while it is not read. */
export const UNREAD = '0';

export const isOtherCover = (seen: string, now: string): boolean =>
  seen !== UNREAD && now !== UNREAD && seen !== now;

/** Whether the release changed between two versions. Whether its cover was still to be read does not matter. */
export function isOtherVersion(seen: string, now: string): boolean {
  const [before, after] = [seen.split('-'), now.split('-')];
  return before.some((part, index) =>
    index === COVER ? isOtherCover(part, after[index] ?? UNREAD) : part !== after[index],
  );
}
