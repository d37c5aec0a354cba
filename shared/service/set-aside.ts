/**
 * Changes of which an image cannot be read. No retry can publish one, so it becomes a dead letter immediately and the
 * changes after it are published.
 */
import * as v from 'valibot';
import { CAUSE_ATTRIBUTE, type Images } from '../kit/table/causes.ts';
import type { Letter } from '../platform/queue/dead-letters.ts';
import { send } from '../platform/queue/queue.ts';
import { environment } from '../platform/settings.ts';
import type { StreamChange } from './stream-notes.ts';

/** What a set-aside change is, for its letter. */
export interface SetAside {
  readonly change: StreamChange;
  readonly images: Images;
  readonly error: Error;
}

const image = v.looseObject({
  pk: v.object({ S: v.string() }),
  sk: v.object({ S: v.string() }),
  [CAUSE_ATTRIBUTE]: v.object({ S: v.string() }),
});

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    setAside: v.object({
      change: v.string(),
      row: v.string(),
      writtenAt: v.pipe(v.string(), v.isoTimestamp()),
      reason: v.string(),
      NewImage: image,
      OldImage: v.optional(v.record(v.string(), v.unknown())),
    }),
  }),
);

/**
 * Lambda does not report the shard of a change, so the letter has the images instead of their position.
 * @throws Error if the queue rejects the letter, also because it is too large.
 */
export async function setAside({ change, images, error }: SetAside): Promise<void> {
  const { position, row, writtenAt } = change;
  const { OldImage, NewImage } = images;
  const about = { change: position, row, writtenAt: writtenAt.toISOString(), reason: error.message };
  await send(environment('CHANGE_DEAD_LETTER_URL'), [
    { body: { setAside: { ...about, NewImage, OldImage } } },
  ]);
}

/** @returns undefined for other letters. */
export function setAsideIn({ body }: Pick<Letter, 'body'>) {
  const { success, output } = v.safeParse(schema, body);
  return success ? output.setAside : undefined;
}
