/** Finds the work that a table change starts. */
import { CAUSE_ATTRIBUTE, type Images, WORK_CAUSE } from '../table/causes.ts';
import { fromWire, type Item } from '../table/item.ts';
import { readRow } from '../table/unreadable-row.ts';
import { type Due, type DueRow, dueValue } from './due.ts';
import type { WorkKind } from './kind.ts';

export interface StartedWork {
  readonly kind: WorkKind;
  readonly row: Due;
}

/**
 * @param kinds all kinds of work. Rows of unknown kinds belong to a newer version of the service, whose sweep
 * will start them.
 * @returns undefined if the change does not start work.
 * @throws UnreadableRow if the row is not of its kind.
 */
export function workOf({ OldImage, NewImage }: Images, kinds: readonly WorkKind[]): StartedWork | undefined {
  const after = NewImage && itemOf(NewImage);
  if (after?.[CAUSE_ATTRIBUTE] !== WORK_CAUSE) return undefined;
  const before = OldImage && itemOf(OldImage);
  // The sweep rewrote the row and has sent the message.
  if (before && isSameAttempt(before, after)) return undefined;
  const kind = kinds.find(({ name }) => name === dueValue(after, 'dueKind'));
  return kind && { kind, row: readRow(after, kind.read) };
}

const isSameAttempt = (before: Item, after: Item): boolean =>
  (['position', 'nextAttemptAt'] as const satisfies readonly (keyof DueRow)[]).every(
    (name) => dueValue(before, name) === dueValue(after, name),
  );

const itemOf = (image: object): Item => fromWire(image as Parameters<typeof fromWire>[0]);
