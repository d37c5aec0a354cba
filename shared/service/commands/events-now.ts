/** The events of a change that became a dead letter, by the row as it is now if an image of the change cannot be read. */
import { rowsOf } from '../../kit/events/announcements.ts';
import type { DomainEvent } from '../../kit/events/event.ts';
import type { Images } from '../../kit/table/causes.ts';
import type { Table } from '../../kit/table/table.ts';
import { UnreadableRow } from '../../kit/table/unreadable-row.ts';
import { required } from '../../kit/values/required.ts';
import type { Letter } from '../../platform/queue/dead-letters.ts';
import { eventsOf } from '../events.ts';
import { checkCause, eventsOfSetAside } from '../mended-events.ts';

/** @throws Error that says what the operator has to do. */
export async function eventsNow(
  images: Images,
  { table, letter }: { readonly table: Table; readonly letter: Pick<Letter, 'id'> },
): Promise<readonly DomainEvent[]> {
  const read = orUnreadable(() => eventsOf(images));
  if (!(read instanceof UnreadableRow)) return read;
  const { before, after } = rowsOf(images);
  const { pk, sk } = required(after ?? before, 'A change has an image.');
  const row = await table.get({ pk: String(pk), sk: String(sk) });
  const current = row && orUnreadable(() => checkCause(row));
  if (current instanceof UnreadableRow)
    throw new Error(`${current.message} Repair the row and run the command again.`);
  const events = orUnreadable(() => eventsOfSetAside(images, row));
  if (!(events instanceof UnreadableRow)) return events;
  throw new Error(
    `The row ${pk} ${sk} could not be read in this change and has another version now, so that the events of the change are not known. Add --discard --id ${letter.id} to delete the letter. Its events are then lost.`,
  );
}

function orUnreadable<T>(read: () => T): T | UnreadableRow {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRow) return error;
    throw error;
  }
}
