/** Relationships of a declaration: target type, cardinality, and where the linkage is stored. */
import type { ProblemCode } from '../values/problems.ts';
import type { Writable } from './attribute.ts';

interface Writability {
  readonly required: boolean;
  readonly writable: Writable;
  /** Ids of records that do not exist: rejected with 404, or left to the rules of the resource. */
  readonly unknownIds: 'rejected' | 'left-to-rules';
  /** Whether the record itself stores the id or ids. */
  readonly kept: boolean;
  /** The related record stores the number of records that link to it. */
  readonly counted: boolean;
  /** The error when the related record is deleted while this one links to it. Implies `counted`. */
  readonly blocksDeletion: { readonly code: ProblemCode; readonly detail: string } | null;
}

interface ToOne<T extends string = string> extends Writability {
  readonly many: false;
  readonly type: T;
  /** 'id': stored on the record. 'owner': the record's owner. An attribute: its value is the id. */
  readonly from: 'id' | 'owner' | { readonly attribute: string };
  /** What deleting the related record does. 'cascade': it deletes this one. 'clear': this one stays and links null. */
  readonly onDelete: 'keep' | 'cascade' | 'clear';
}

/** The link type of a many-to-many relationship: each of its records joins one record of either side. */
export interface Through {
  readonly type: string;
  /** The link type's to-one relationship to the type that has this relationship. */
  readonly near: string;
  /** The link type's to-one relationship to the related type. */
  readonly far: string;
  /**
   * Names that both the link type and the listed type have as attributes. In a list of what one record links, they have
   * the values of the link: the order of a track on that album. The link list of that record must be `by` them.
   */
  readonly place?: readonly string[];
}

export interface ToMany<T extends string = string> extends Writability {
  readonly many: true;
  readonly type: T;
  /** The to-one relationship of the related type that points here. */
  readonly inverse: string | null;
  readonly through: Through | null;
  /** 'single': the response to a single record shows the linkage even when it is not included. */
  readonly linkage: 'on-request' | 'single';
  /** The error when an update would leave a required relationship empty. */
  readonly emptied: { readonly code: ProblemCode; readonly detail: string } | null;
}

export type Relationship = ToOne | ToMany;

/** @returns the link type that a relationship leads through; null when it leads through none. */
export const throughOf = (relationship: Relationship | undefined): Through | null =>
  relationship?.many ? relationship.through : null;

type ToOneOptions = Partial<Omit<ToOne, 'many' | 'type' | 'kept'>>;
type ToManyOptions = Partial<Omit<ToMany, 'many' | 'type' | 'kept'>>;

/** A required relationship has an id, unless that record may be deleted; the owner, and the value of an attribute, are not stored as a field. */
type KeptToOne<T extends string, O> = ToOne<T> & {
  readonly kept: O extends { readonly from: Exclude<ToOne['from'], 'id'> } ? false : true;
  readonly required: O extends { readonly required: true } ? true : boolean;
  readonly onDelete: O extends { readonly onDelete: 'clear' } ? 'clear' : 'keep' | 'cascade';
};

type KeptToMany<T extends string, O> = ToMany<T> & {
  readonly kept: O extends { readonly inverse: string } | { readonly through: Through } ? false : true;
};

/**
 * A relationship to one record.
 * @param options by default optional, writable, and stored on the record.
 * @example toOne('artists', { required: true, writable: 'once', onDelete: 'cascade' })
 * @example toOne('labels', { blocksDeletion: { code: 'label_has_albums', detail: 'Albums use this label.' } })
 * @example toOne('album-statuses', { from: { attribute: 'last-status' } })
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
 * @param options `inverse` for the other side of a to-one relationship, `through` for a link type; with neither, the
 * record stores the ids. Inverse and through relationships are read-only by default.
 * @example toMany('dsps')
 * @example toMany('albums', { inverse: 'label' })
 * @example toMany('albums', { through: { type: 'album-tracks', near: 'track', far: 'album' } })
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
    ...rest,
    inverse,
    through,
    blocksDeletion,
    kept: !inverse && !through,
  };
  return relationship as KeptToMany<T, O>;
};
