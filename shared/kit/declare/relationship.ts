/** Declares relationships. */
import type { ProblemCode } from '../values/problems.ts';
import type { Said, Writable } from './attribute.ts';

interface Writability {
  /** What it means, in one or two sentences for the documentation. */
  readonly says?: string;
  readonly required: boolean;
  readonly writable: Writable;
  /** Whether unknown ids are rejected with 404 or left to the rules of the resource. */
  readonly unknownIds: 'rejected' | 'left-to-rules';
  /** Whether the record itself stores the id or ids. */
  readonly kept: boolean;
  /** Whether the related record stores the number of linking records. */
  readonly counted: boolean;
  /** The error if the related record is deleted while this one links to it. Implies `counted`. */
  readonly blocksDeletion: { readonly code: ProblemCode; readonly detail: string } | null;
}

interface ToOne<T extends string = string> extends Writability {
  readonly many: false;
  readonly type: T;
  /** Whether the service sets it on every record. Requests cannot send it. */
  readonly always: boolean;
  /** Where the id comes from: a stored field, the owner, or the value of an attribute. */
  readonly from: 'id' | 'owner' | { readonly attribute: string };
  /** Effect of deleting the related record. 'cascade' deletes this one. 'clear' sets the link to null. */
  readonly onDelete: 'keep' | 'cascade' | 'clear';
}

/** The link type of a many-to-many relationship. Each link record connects one record of each side. */
export interface Through {
  readonly type: string;
  /** The link type's to-one relationship to the declaring type. */
  readonly near: string;
  /** The link type's to-one relationship to the related type. */
  readonly far: string;
  /**
   * Attributes that lists of linked records take from the link, such as the position of a track on an album.
   * Both the link type and the listed type must have them, and the link list must be `by` them.
   */
  readonly place?: readonly string[];
}

export interface ToMany<T extends string = string> extends Writability {
  readonly many: true;
  readonly type: T;
  /** The to-one relationship of the related type that points here. */
  readonly inverse: string | null;
  readonly through: Through | null;
  /** 'single': a single record shows the linkage even if it is not included. */
  readonly linkage: 'on-request' | 'single';
  /** The error if an update would empty a required relationship. */
  readonly emptied: { readonly code: ProblemCode; readonly detail: string } | null;
  /** If an empty list means all: the error if removing members would empty it. Replacing it with an empty one is allowed. */
  readonly emptyMeansAll: { readonly code: ProblemCode; readonly detail: string } | null;
}

export type Relationship = ToOne | ToMany;

export const throughOf = (relationship: Relationship | undefined): Through | null =>
  relationship?.many ? relationship.through : null;

type ToOneOptions = Partial<Omit<ToOne, 'many' | 'type' | 'kept'>>;
type ToManyOptions = Partial<Omit<ToMany, 'many' | 'type' | 'kept'>>;

/** Only 'id' is stored as a field. A required relationship is not null unless it can be cleared. */
type KeptToOne<T extends string, O> = ToOne<T> & {
  readonly kept: O extends { readonly from: Exclude<ToOne['from'], 'id'> } ? false : true;
  readonly required: O extends { readonly required: true } ? true : boolean;
  readonly onDelete: O extends { readonly onDelete: 'clear' } ? 'clear' : 'keep' | 'cascade';
} & Said<O>;

type KeptToMany<T extends string, O> = ToMany<T> & {
  readonly kept: O extends { readonly inverse: string } | { readonly through: Through } ? false : true;
} & Said<O>;

/**
 * A relationship to one record.
 * @param options defaults to an optional, writable and stored relationship.
 * @example toOne('artists', { required: true, onDelete: 'cascade', says: 'The artist.' })
 * @example toOne('album-statuses', { from: { attribute: 'last-status' }, says: 'Its status.' })
 */
export const toOne = <T extends string, const O extends ToOneOptions = Record<never, never>>(
  type: T,
  options?: O,
): KeptToOne<T, O> => {
  const { from = 'id', blocksDeletion = null, ...rest }: ToOneOptions = options ?? {};
  const relationship: ToOne<T> = {
    many: false,
    type,
    required: false,
    unknownIds: 'rejected',
    writable: from === 'id' ? 'always' : 'never',
    counted: blocksDeletion !== null,
    always: from === 'owner',
    onDelete: 'keep',
    ...rest,
    from,
    blocksDeletion,
    kept: from === 'id',
  };
  return relationship as KeptToOne<T, O>;
};

/**
 * A relationship to several records.
 * @param options `inverse` for the other side of a to-one relationship, `through` for a link type. Otherwise,
 * the record stores the ids. Inverse and through relationships are read-only by default.
 * @example toMany('dsps', { says: 'The stores that the user may choose.' })
 * @example toMany('albums', { inverse: 'label', says: 'The albums on the label.' })
 */
export const toMany = <T extends string, const O extends ToManyOptions = Record<never, never>>(
  type: T,
  options?: O,
): KeptToMany<T, O> => {
  const { inverse = null, through = null, blocksDeletion = null, ...rest }: ToManyOptions = options ?? {};
  const relationship: ToMany<T> = {
    many: true,
    type,
    required: false,
    unknownIds: 'rejected',
    writable: inverse || through ? 'never' : 'always',
    counted: blocksDeletion !== null,
    linkage: 'on-request',
    emptied: null,
    emptyMeansAll: null,
    ...rest,
    inverse,
    through,
    blocksDeletion,
    kept: !inverse && !through,
  };
  return relationship as KeptToMany<T, O>;
};
