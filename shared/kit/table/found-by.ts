/** How records of all owners are found by the value of a field, as their key row says it. */
import type { Json } from './item.ts';

/** A field by whose value records of all owners are found. */
export interface FoundBy {
  readonly field: string;
  /** The form in which values are compared. */
  readonly form: (value: string) => string;
  /** Each list has its own places for values. They are looked up in this order. */
  readonly lists: readonly string[];
  /** @returns the list that a record is in; undefined when its value does not lead to it. */
  readonly listOf: (fields: Readonly<Record<string, Json>>) => string | undefined;
}
