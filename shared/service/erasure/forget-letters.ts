/** Dead letters with data: of changes whose rows cannot be read, which have the rows as they were, and of webhooks. */
import * as v from 'valibot';
import { fromWire, type Item } from '../../kit/table/item.ts';
import { discard, type Letter, release, take } from '../../platform/queue/dead-letters.ts';
import { letterCount } from '../../platform/queue/message-counts.ts';
import { setAsideIn } from '../set-aside.ts';

type WireRow = Parameters<typeof fromWire>[0];

/** Deletes letters by their rows. @returns how many. */
export type ForgetLetters = (isTheirs: (row: Item) => boolean) => Promise<number>;

/** Deletes letters by the owners of their events. @returns how many. */
export type ForgetEvents = (isTheirs: (ownerId: string) => boolean) => Promise<number>;

export const forgetLetters =
  (queueUrl: string): ForgetLetters =>
  (isTheirs) =>
    deleteLetters(queueUrl, (letter) => {
      const aside = setAsideIn(letter);
      // Images are as the stream has them.
      return aside !== undefined && isTheirs(fromWire(aside.NewImage as WireRow));
    });

/** Events as the bus sends them, and messages for further attempts. Others have only the id of an endpoint. */
const ownedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.pipe(
      v.object({ detail: v.object({ ownerId: v.string() }) }),
      v.transform(({ detail }) => detail.ownerId),
    ),
    v.pipe(
      v.object({ owner: v.string() }),
      v.transform(({ owner }) => owner),
    ),
  ]),
);

export const forgetEvents =
  (queueUrl: string): ForgetEvents =>
  (isTheirs) =>
    deleteLetters(queueUrl, ({ body }) => {
      const { success, output } = v.safeParse(ownedSchema, body);
      return success && isTheirs(output);
    });

/** @returns how many were deleted. */
async function deleteLetters(queueUrl: string, isTheirs: (letter: Letter) => boolean): Promise<number> {
  const others: Letter[] = [];
  let deleted = 0;
  // The count is approximate.
  const count = await letterCount(queueUrl);
  const isEnough = () => deleted + others.length >= count;
  try {
    for await (const letters of take(queueUrl, isEnough)) {
      const theirs = letters.filter(isTheirs);
      others.push(...letters.filter((letter) => !theirs.includes(letter)));
      await discard(queueUrl, theirs);
      deleted += theirs.length;
    }
  } finally {
    await release(queueUrl, others);
  }
  return deleted;
}
