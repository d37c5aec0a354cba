/** Whether ids have the form of those of the service. */
import { listOf } from './body.ts';
import type { RecordType } from './request.ts';

/** @returns a note on the first id that has another form. Empty if there is none. */
export function unlikeIds(
  text: string,
  { pattern, example }: Pick<RecordType, 'pattern' | 'example'>,
): string {
  const stranger = listOf(text).find((each) => !new RegExp(pattern).test(each));
  return stranger === undefined ? '' : `${stranger} is not in the format of an id, such as ${example}.`;
}
