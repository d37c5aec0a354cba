/** Makes events of changes of records. */
import {
  announcements,
  announcementsOfRows,
  type Maker,
  type RecordChange,
} from '../kit/events/announcements.ts';
import type { DomainEvent } from '../kit/events/event.ts';
import type { Images } from '../kit/table/causes.ts';
import type { Item } from '../kit/table/item.ts';
import type { api } from './api.ts';
import { merged } from './feature-members.ts';
import { events } from './features.ts';

type Keys = (typeof api)['keys'];
type CausingType = {
  [T in keyof Keys]: Keys[T] extends { readonly causes: unknown } ? T : never;
}[keyof Keys];

/** A type whose key row says that it causes events must have a maker in `events` of a feature to compile. */
const makers: Readonly<Record<CausingType, Maker>> = merged(events);

/** @throws Error for a row whose type announces no events. */
export const eventsOf = (images: Images): readonly DomainEvent[] => announcements(makers, images);

export const eventsOfRows = (rows: RecordChange<Item>): readonly DomainEvent[] =>
  announcementsOfRows(makers, rows);
