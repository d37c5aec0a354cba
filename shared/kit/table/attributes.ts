/** Type-checked attribute names for rows other than records. */
import type { Path } from './expressions.ts';

type NameOf<T> = Extract<keyof T, string>;

/** Only maps have members. */
type MembersOf<V> = V extends readonly unknown[] | ReadonlySet<unknown>
  ? []
  : V extends object
    ? [member?: NameOf<V>]
    : [];

/** Returns the path of an attribute, or of a member of a map. */
export type Attributes<Row> = <N extends NameOf<Row>>(
  attribute: N,
  ...member: MembersOf<NonNullable<Row[N]>>
) => Path;

/**
 * Declares a row's attributes for conditions and updates. Misspelt names do not compile.
 * @example
 * const at = attributesOf<DeliveryRow>();
 * equal(at('status'), 'pending');
 */
export const attributesOf =
  <Row>(): Attributes<Row> =>
  (attribute, member?: string): Path =>
    member === undefined ? attribute : [attribute, member];
