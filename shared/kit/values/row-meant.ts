/** Finds the row that is meant by a name that a person has written. */
import { nearestOf } from './nearest-name.ts';
import { simpleName } from './simple-name.ts';

interface Named {
  /** What people call it: its name or key first, then its codes. */
  readonly names: readonly string[];
}

/** In UTF-16 units. Longer texts are not compared. */
const LONGEST_NAME = 100;

/** @returns the maximum edit distance. In a long list, nearly all short names are two edits apart. */
const maxEdits = ({ length }: string): number => Math.min(3, Math.floor(length / 3));

/** @returns the row with the name, with the only name that begins so, or with the most similar one, if any. */
export function rowMeant<R extends Named>(rows: readonly R[], sent: string): R | undefined {
  const text = simpleName(sent.slice(0, LONGEST_NAME + 1));
  if (text === '' || sent.length > LONGEST_NAME) return undefined;
  const whose = (isMeant: (name: string) => boolean) =>
    rows.filter(({ names }) => names.some((each) => isMeant(simpleName(each))));
  const [same] = whose((name) => name === text);
  if (same) return same;
  const [longer, another] = text.length > 2 ? whose((name) => name.startsWith(text)) : [];
  if (longer && !another) return longer;
  const nearest = nearestOf(
    text,
    rows.flatMap(({ names }) => names.map(simpleName)),
    maxEdits(text),
  );
  return nearest === null ? undefined : whose((name) => name === nearest)[0];
}
