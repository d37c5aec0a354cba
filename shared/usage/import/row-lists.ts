/** The lists of the rows that a run of an import has written. */
import type { Key } from '../../kit/table/keys.ts';
import { tupleOf } from '../../kit/values/tuple-of.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';
import { type TextLine, textLines } from '../reading/text-lines.ts';
import { rowsObject } from './usage-objects.ts';

/** @returns the keys of the rows of one part, in the order in which they were listed. */
export async function* listedKeys(
  bucket: Bucket,
  { run, partition }: { readonly run: string; readonly partition: number },
): AsyncGenerator<Key[]> {
  const key = rowsObject(run, partition);
  if (!(await bucket.has(key))) return;
  for await (const lines of textLines(bucket.read(key))) yield lines.map(keyIn);
}

function keyIn({ text }: TextLine): Key {
  const [pk, sk] = tupleOf(2, text.split('\t'));
  return { pk, sk };
}
