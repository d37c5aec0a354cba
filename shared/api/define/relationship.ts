/** Relationships of a declaration: to whom, how many, and where the linkage is kept. */
import type { ProblemCode } from '../../domain/problems.ts';
import type { Writable } from './attribute.ts';

interface Writability {
  readonly required: boolean;
  readonly writable: Writable;
  /** What a sent id that nobody has is: a 404, or for the rules of the resource to refuse in words of their own. */
  readonly unknownIds: 'refused' | 'left-to-rules';
  /** Whether the record itself keeps the id or ids. */
  readonly kept: boolean;
  /** The related record keeps count of the records that link to it. */
  readonly counted: boolean;
  /** The related record cannot be deleted while this links to it: the code of the refusal. Implies `counted`. */
  readonly blocksDeletion: { readonly code: ProblemCode; readonly detail: string } | null;
}

export interface ToOne<T extends string = string> extends Writability {
  readonly many: false;
  readonly type: T;
  /** 'id': kept on the record. 'owner': the record's owner. */
  readonly from: 'id' | 'owner';
  /** 'cascade': this record is deleted together with the related one. */
  readonly onDelete: 'keep' | 'cascade';
}

/** A to-many relationship by way of a link type, whose records each join one of these with one of those. */
export interface Through {
  readonly type: string;
  /** The link type's to-one relationship to the type that has this relationship. */
  readonly near: string;
  /** The link type's to-one relationship to the related type. */
  readonly far: string;
}

export interface ToMany<T extends string = string> extends Writability {
  readonly many: true;
  readonly type: T;
  /** The to-one relationship of the other side that points here. */
  readonly inverse: string | null;
  readonly through: Through | null;
  /** Show the linkage in the answer to a single record even when it is not included. */
  readonly linkage: 'on-request' | 'single';
}

export type Relationship = ToOne | ToMany;

type ToOneOptions = Partial<Omit<ToOne, 'many' | 'type' | 'kept'>>;
type ToManyOptions = Partial<Omit<ToMany, 'many' | 'type' | 'kept'>>;

/** A required relationship always has an id; the owner is not kept as a field. */
type KeptToOne<T extends string, O> = ToOne<T> & {
  readonly kept: O extends { readonly from: 'owner' } ? false : true;
  readonly required: O extends { readonly required: true } ? true : boolean;
};

type KeptToMany<T extends string, O> = ToMany<T> & {
  readonly kept: O extends { readonly inverse: string } | { readonly through: Through } ? false : true;
};

/**
 * One related record.
 * @param type its type.
 * @example toOne('labels', { blocksDeletion: { code: 'label_has_albums', detail: 'Albums use this label.' } })
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
    unknownIds: 'refused',
    writable: from === 'owner' ? 'never' : 'always',
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
 * Several related records: ids kept on the record, the inverse of a to-one relationship, or by way of a link type.
 * @param type their type.
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
    unknownIds: 'refused',
    writable: inverse || through ? 'never' : 'always',
    counted: blocksDeletion !== null,
    linkage: 'on-request',
    ...rest,
    inverse,
    through,
    blocksDeletion,
    kept: !inverse && !through,
  };
  return relationship as KeptToMany<T, O>;
};
