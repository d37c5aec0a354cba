/** Dead letters of changes whose rows cannot be read, which have the rows as they were. */
import { fromWire, type Item } from '../../kit/table/item.ts';
import { discard, type Letter, release, take } from '../../platform/queue/dead-letters.ts';
import { letterCount } from '../../platform/queue/message-counts.ts';
import { setAsideIn } from '../set-aside.ts';

type WireRow = Parameters<typeof fromWire>[0];

/** Deletes letters by their rows. @returns how many. */
export type ForgetLetters = (isTheirs: (row: Item) => boolean) => Promise<number>;

export const forgetLetters =
  (queueUrl: string): ForgetLetters =>
  async (isTheirs) => {
    const others: Letter[] = [];
    let deleted = 0;
    // The count is approximate.
    const count = await letterCount(queueUrl);
    const isEnough = () => deleted + others.length >= count;
    try {
      for await (const letters of take(queueUrl, isEnough)) {
        const theirs = letters.filter((letter) => {
          const aside = setAsideIn(letter);
          // Images are as the stream has them.
          return aside !== undefined && isTheirs(fromWire(aside.NewImage as WireRow));
        });
        others.push(...letters.filter((letter) => !theirs.includes(letter)));
        await discard(queueUrl, theirs);
        deleted += theirs.length;
      }
    } finally {
      await release(queueUrl, others);
    }
    return deleted;
  };
