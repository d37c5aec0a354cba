/** What the steps of a list request know about it. */
import type { ShownRecord } from '../../declare/fields.ts';
import type { Through } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ReadQuery } from '../../jsonapi/query.ts';
import type { Context } from '../context.ts';
import type { LinkLookup } from './backlinks.ts';

export interface Listing {
  readonly context: ListContext;
  readonly resource: Resource;
  readonly query: ReadQuery;
  readonly source: Source;
  /** The links that select the list, if it is selected through a link type. */
  readonly linked: LinkedFrom | undefined;
}

/** All records of the owner, the related records of one record, or records that were already read. */
export type Source =
  | { readonly is: 'owned' }
  | {
      readonly is: 'related';
      readonly resource: Resource;
      readonly id: string;
      readonly name: string;
      readonly counts: ShownRecord['counts'];
    }
  | { readonly is: 'records'; readonly records: readonly ShownRecord[] };

/** The context of a list request, with cached link lookups. */
export interface ListContext extends Context {
  readonly linksTo: LinkLookup;
}

/** The links by which a list is selected. */
export interface LinkedFrom {
  readonly through: Through;
  /** Relationships of the link type to the records with these ids (`from`) and to the listed ones (`to`). */
  readonly from: string;
  readonly to: string;
  readonly ids: readonly string[];
}

/** @returns the fields by which a query filters and sorts. */
export const fieldsUsed = ({ filters, sort }: ReadQuery): string[] => [
  ...filters.map(({ filter }) => filter.field),
  ...sort.map(({ field }) => field),
];
