/** Events of changes of which an image cannot be read, made from what can be read of the same version of the record. */
import { rowsOf } from '../kit/events/announcements.ts';
import type { DomainEvent } from '../kit/events/event.ts';
import type { Images } from '../kit/table/causes.ts';
import type { Item } from '../kit/table/item.ts';
import { UnreadableRow } from '../kit/table/unreadable-row.ts';
import { eventsOfRows } from './events.ts';

/**
 * A mended row has the version of the damaged one. The change that wrote the version causes its events, and the repair causes none.
 * @throws UnreadableRow if the new image cannot be read, or the old one is of another version.
 */
export function eventsOfMended(images: Images): readonly DomainEvent[] {
  const { before, after } = rowsOf(images);
  return eventsOfRows({ before: before && like(before, [after]), after });
}

/**
 * @param row as it is now, undefined if it was deleted.
 * @throws UnreadableRow if an image cannot be read and nothing readable has its version.
 */
export function eventsOfSetAside(images: Images, row: Item | undefined): readonly DomainEvent[] {
  const { before, after } = rowsOf(images);
  const known = [row, before, after];
  return eventsOfRows({ before: before && like(before, known), after: after && like(after, known) });
}

/** @throws UnreadableRow */
export const checkCause = (row: Item): unknown => eventsOfRows({ before: row, after: row });

/** @returns the row, or one of its version that can be read. */
function like(row: Item, known: readonly (Item | undefined)[]): Item {
  const { version } = row;
  const same = known.filter(
    (each) => each !== undefined && version !== undefined && each['version'] === version,
  );
  return [row, ...same].find((each) => each !== undefined && isReadable(each)) ?? row;
}

function isReadable(row: Item): boolean {
  try {
    checkCause(row);
    return true;
  } catch (error) {
    if (error instanceof UnreadableRow) return false;
    throw error;
  }
}
