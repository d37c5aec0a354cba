/** Finds the name that is meant by one that is misspelt. */
import leven from 'leven';

/** Maximum edit distance of similar names, unless another is given. */
const MAX_EDITS = 2;

/** @returns the most similar of the names, if it is similar. */
export function nearestOf(name: string, names: readonly string[], maxEdits = MAX_EDITS): string | null {
  const near = names.flatMap((known) => {
    if (Math.abs(known.length - name.length) > maxEdits) return [];
    const edits = leven(name, known, { maxDistance: maxEdits + 1 });
    return edits <= maxEdits ? [{ known, edits }] : [];
  });
  return near.toSorted((left, right) => left.edits - right.edits)[0]?.known ?? null;
}
