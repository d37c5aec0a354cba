/** Which version of a release a page shows whose parts were loaded one after another. */

/** The form is of the stage, and begins with two counts that only rise. */
const countIn = (version: string): number =>
  version
    .split('-')
    .slice(0, 2)
    .reduce((sum, count) => sum + Number(count), 0);

type Version = string | null | undefined;

/** @returns the older version, so that a decision on the parts is rejected if one of them is outdated. */
export function olderVersion(request: Version, release: Version): Version {
  if (!request || !release) return request ?? release;
  return countIn(release) < countIn(request) ? release : request;
}
