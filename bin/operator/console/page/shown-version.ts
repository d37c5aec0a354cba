/** Which version of a release a page shows whose parts were loaded one after another. */

/** The form is of the stage, and begins with two counts that only rise. */
const countIn = (version: string): number =>
  version
    .split('-')
    .slice(0, 2)
    .reduce((sum, count) => sum + Number(count), 0);

type Version = string | null | undefined;

/**
 * @param request of a decided one it is null. Undefined until it is loaded, as that of the release.
 * @returns the older version, so that a decision on the parts is rejected if one of them is outdated.
 */
export function olderVersion(request: Version, release: Version): string | null {
  if (!request || !release) return request ?? release ?? null;
  return countIn(release) < countIn(request) ? release : request;
}
