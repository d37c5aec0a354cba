/** Turns record changes into events. Each type that causes events has a maker. */
import type { Stored } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { recordOf } from '../records/rows.ts';
import { CAUSE_ATTRIBUTE, type Images, WORK_CAUSE } from '../table/causes.ts';
import { fromWire, type Item } from '../table/item.ts';
import { typeOf } from '../table/keys.ts';
import type { DomainEvent } from './event.ts';

/** A record before and after a committed write, undefined where it did not exist. */
export interface RecordChange<R> {
  readonly before: R | undefined;
  readonly after: R | undefined;
}

export type Maker = (rows: RecordChange<Item>) => readonly DomainEvent[];

export const announces =
  <D extends Resource>(
    resource: D,
    make: (change: RecordChange<Stored<D>>) => readonly DomainEvent[],
  ): Maker =>
  ({ before, after }) =>
    make({ before: before && recordOf(resource, before), after: after && recordOf(resource, after) });

type Makers = Readonly<Record<string, Maker>>;

/** @throws Error if the row's type has no maker, which is a bug. */
export const announcements = (makers: Makers, images: Images): readonly DomainEvent[] =>
  announcementsOfRows(makers, rowsOf(images));

export function announcementsOfRows(makers: Makers, rows: RecordChange<Item>): readonly DomainEvent[] {
  if (rows.after?.[CAUSE_ATTRIBUTE] === WORK_CAUSE) return [];
  const type = typeOf(rows.after ?? rows.before);
  const make = Object.hasOwn(makers, type) ? makers[type] : undefined;
  if (!make) throw new Error(`There is no event maker for ${type}. Add one to \`events\` of a feature.`);
  return make(rows);
}

export const rowsOf = ({ OldImage, NewImage }: Images): RecordChange<Item> => ({
  before: OldImage && itemOf(OldImage),
  after: NewImage && itemOf(NewImage),
});

const itemOf = (image: object): Item => fromWire(image as Parameters<typeof fromWire>[0]);
