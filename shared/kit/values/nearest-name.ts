/** Finds the name that is meant by one that is misspelt. */
import leven from 'leven';

/** Maximum edit distance of similar names. */
const MAX_EDITS = 2;

/** @returns the most similar of the names, if it is similar. */
export function nearestOf(name: string, names: readonly string[]): string | null {
  const near = names.flatMap((known) => {
    if (Math.abs(known.length - name.length) > MAX_EDITS) return [];
    const edits = leven(name, known, { maxDistance: MAX_EDITS + 1 });
    return edits <= MAX_EDITS ? [{ known, edits }] : [];
  });
  return near.toSorted((left, right) => left.edits - right.edits)[0]?.known ?? null;
}
