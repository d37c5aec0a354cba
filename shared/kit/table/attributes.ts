/** Attribute names that the compiler checks, for rows that are not records of a resource. */
import type { Path } from './expressions.ts';

type NameOf<T> = Extract<keyof T, string>;

/** A map's member can follow its name; other attributes have none. */
type MembersOf<V> = V extends readonly unknown[] | ReadonlySet<unknown>
  ? []
  : V extends object
    ? [member?: NameOf<V>]
    : [];

/** Names an attribute of the row, or a member of a map in it. */
export type Attributes<Row> = <N extends NameOf<Row>>(
  attribute: N,
  ...member: MembersOf<NonNullable<Row[N]>>
) => Path;

/**
 * Declares a row's attributes for conditions and updates. A misspelt name does not compile.
 * @returns a function from the name of an attribute, and of a member if it is a map, to its path.
 * @example
 * const at = attributesOf<DeliveryRow>();
 * equal(at('status'), 'pending');
 */
export const attributesOf =
  <Row>(): Attributes<Row> =>
  (attribute, member?: string): Path =>
    member === undefined ? attribute : [attribute, member];
