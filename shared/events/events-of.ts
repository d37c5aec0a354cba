/** What a change announces: one line for each type whose records cause events. Pure. */
import { dataOf } from '../webhooks/event-row.ts';
import { TEST_EVENT } from './catalogue.ts';
import type { Change } from './change.ts';
import type { DomainEvent } from './event.ts';

const makers: Readonly<Record<string, (change: Change) => readonly DomainEvent[]>> = {
  'webhook-events': testRequested,
};

/** @throws for a type that wakes publish-changes and has no maker. */
export function eventsOf(change: Change): readonly DomainEvent[] {
  const type = (change.after ?? change.before)?.type ?? 'nothing';
  const make = makers[type];
  if (!make) throw new Error(`Changes of ${type} announce nothing: give it a maker in events-of.ts.`);
  return make(change);
}

/** A test event is its own cause: asked for by being written down. What happens to its row later is bookkeeping. */
function testRequested({ before, after }: Change): readonly DomainEvent[] {
  if (before || after?.fields['type'] !== TEST_EVENT) return [];
  const { id, ownerId, fields } = after;
  return [{ id, type: TEST_EVENT, createdAt: String(fields['created-at']), ownerId, data: dataOf(after) }];
}
