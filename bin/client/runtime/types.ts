/** How records, queries and methods of a type follow from its description in the generated `Types`. */

/** A type of the API. */
export interface Shape {
  readonly attributes: object;
  /** Attributes that only the response to their generation shows. */
  readonly revealed: object;
  /** The related types by relationship to one record, or null if there can be none. */
  readonly one: object;
  /** The related types by relationship to several records. */
  readonly many: object;
  /** `meta` of its records, as a member, if there is one. */
  readonly meta: object;
  readonly created: object;
  /** Flags of creations, as a member, if there are some. */
  readonly flags: object;
  /** The same of updates. */
  readonly updateFlags: object;
  readonly changed: object;
  readonly filters: object;
  readonly sorts: string;
  readonly includes: string;
  /** Relationships that can be written separately. */
  readonly linked: string;
}

export type Shapes = Readonly<Record<string, Shape>>;

/** A related record that is not included. */
export interface Reference {
  readonly id: string;
}

/** A related record in a request. Records and references can be passed as they are. */
export type Related = string | Reference;

type Names<T> = Extract<keyof T, string>;
type FieldName<S extends Shape> = Names<S['attributes']> | Names<S['one']> | Names<S['many']>;

/** Sparse fieldsets by type. */
export type Fields<A extends Shapes> = { readonly [T in keyof A]?: readonly FieldName<A[T]>[] };
export type AllFields = Readonly<Record<never, never>>;

type Head<I extends string> = I extends `${infer Name}.${string}` ? Name : I;
type Tail<I extends string, N extends string> = I extends `${N}.${infer Rest}` ? Rest : never;
type Shown<T, N, F> = T extends keyof F ? (F[T] extends readonly (infer S)[] ? Extract<N, S> : N) : N;
type Target<A extends Shapes, R> = Extract<R, Names<A>>;

/**
 * A record: its id, its attributes, and its relationships. Relationships in `include` have the related
 * records, at any depth; others have references. A to-many relationship that is not included is often absent.
 */
export type Loaded<
  A extends Shapes,
  T extends Names<A>,
  I extends string = never,
  F = AllFields,
> = Reference & {
  readonly [N in keyof A[T]['attributes'] as Shown<T, N, F>]: A[T]['attributes'][N];
} & {
  readonly [N in Names<A[T]['one']> as Shown<T, N, F>]: N extends Head<I>
    ? Loaded<A, Target<A, A[T]['one'][N]>, Tail<I, N>, F> | Extract<A[T]['one'][N], null>
    : Reference | Extract<A[T]['one'][N], null>;
} & {
  readonly [N in Names<A[T]['many']> as Shown<T, N, F>]: N extends Head<I>
    ? readonly Loaded<A, Target<A, A[T]['many'][N]>, Tail<I, N>, F>[]
    : readonly Reference[] | undefined;
} & A[T]['meta'];

export interface Page<R> {
  readonly data: readonly R[];
  readonly page: {
    readonly number: number;
    readonly size: number;
    /** Number of records on all pages. */
    readonly total: number;
    /** Number of the last page. */
    readonly last: number;
  };
}

export interface CallOptions {
  /** Ends the request and its repetitions. */
  readonly signal?: AbortSignal | undefined;
}

export interface KeyOptions {
  /** Defaults to a random key, the same for all repetitions. Pass your own to repeat it after a restart. */
  readonly idempotencyKey?: string | undefined;
}

export interface MatchOptions {
  /** `etagOf` a record: the write is rejected with a 412 if the record has changed since. */
  readonly ifMatch?: string | undefined;
}

export interface ReadOptions<I extends string = string, F = unknown> extends CallOptions {
  /** Relationships to include, such as `tracks.track-artists`. */
  readonly include?: readonly I[] | undefined;
  /** Fields to show, by type. */
  readonly fields?: F | undefined;
}

export interface ListOptions<S extends Shape, I extends string, F> extends ReadOptions<I, F> {
  readonly filter?: S['filters'] | undefined;
  /** `-` sorts in descending order. */
  readonly sort?: S['sorts'] | readonly S['sorts'][] | undefined;
  readonly page?: { readonly number?: number | undefined; readonly size?: number | undefined } | undefined;
}

export interface Lists<A extends Shapes, T extends Names<A>> {
  /** Reads one page. */
  list<const I extends A[T]['includes'] = never, const F extends Fields<A> = AllFields>(
    options?: ListOptions<A[T], I, F>,
  ): Promise<Page<Loaded<A, T, I, F>>>;
  /**
   * Reads all pages, one after another, while the records are used. @throws UnreadableRecordsError after the last record, if some
   * could not be shown.
   */
  iterate<const I extends A[T]['includes'] = never, const F extends Fields<A> = AllFields>(
    options?: ListOptions<A[T], I, F>,
  ): AsyncGenerator<Loaded<A, T, I, F>, void, undefined>;
}

export interface Reads<A extends Shapes, T extends Names<A>> {
  get<const I extends A[T]['includes'] = never, const F extends Fields<A> = AllFields>(
    id: string,
    options?: ReadOptions<I, F>,
  ): Promise<Loaded<A, T, I, F>>;
}

export interface Creates<A extends Shapes, T extends Names<A>> {
  create<const I extends A[T]['includes'] = never, const F extends Fields<A> = AllFields>(
    record: A[T]['created'],
    options?: ReadOptions<I, F> & KeyOptions & A[T]['flags'],
  ): Promise<Loaded<A, T, I, F> & A[T]['revealed']>;
}

export interface Updates<A extends Shapes, T extends Names<A>> {
  /** Writes the given fields, and no others. */
  update<const I extends A[T]['includes'] = never, const F extends Fields<A> = AllFields>(
    id: string,
    changes: A[T]['changed'],
    options?: ReadOptions<I, F> & MatchOptions & A[T]['updateFlags'],
  ): Promise<Loaded<A, T, I, F>>;
}

export interface Deletes {
  delete(id: string, options?: CallOptions & MatchOptions): Promise<void>;
}

type Single<A extends Shapes, T extends Names<A>, N extends Names<A[T]['one']>> = Target<A, A[T]['one'][N]>;
type Several<A extends Shapes, T extends Names<A>, N extends Names<A[T]['many']>> = Target<
  A,
  A[T]['many'][N]
>;
type Linkage<S extends Shape, N> = N extends keyof S['many'] ? readonly Reference[] : Reference | null;
type SentLinkage<S extends Shape, N> = N extends keyof S['many'] ? readonly Related[] : Related | null;
type LinkedMany<S extends Shape> = Extract<S['linked'], Names<S['many']>>;

export interface Relates<A extends Shapes, T extends Names<A>> {
  /** Reads the record of a to-one relationship. */
  related<
    N extends Names<A[T]['one']>,
    const I extends A[Single<A, T, N>]['includes'] = never,
    const F extends Fields<A> = AllFields,
  >(
    id: string,
    relationship: N,
    options?: ReadOptions<I, F>,
  ): Promise<Loaded<A, Single<A, T, N>, I, F> | null>;
  /** Reads one page of a to-many relationship. */
  listRelated<
    N extends Names<A[T]['many']>,
    const I extends A[Several<A, T, N>]['includes'] = never,
    const F extends Fields<A> = AllFields,
  >(
    id: string,
    relationship: N,
    options?: ListOptions<A[Several<A, T, N>], I, F>,
  ): Promise<Page<Loaded<A, Several<A, T, N>, I, F>>>;
  /** Reads all pages of a to-many relationship. */
  iterateRelated<
    N extends Names<A[T]['many']>,
    const I extends A[Several<A, T, N>]['includes'] = never,
    const F extends Fields<A> = AllFields,
  >(
    id: string,
    relationship: N,
    options?: ListOptions<A[Several<A, T, N>], I, F>,
  ): AsyncGenerator<Loaded<A, Several<A, T, N>, I, F>, void, undefined>;
  /** Reads the ids of related records. */
  linkage<N extends Names<A[T]['one']> | Names<A[T]['many']>>(
    id: string,
    relationship: N,
    options?: CallOptions,
  ): Promise<Linkage<A[T], N>>;
}

export interface Links<A extends Shapes, T extends Names<A>> {
  replaceRelated<N extends A[T]['linked']>(
    id: string,
    relationship: N,
    related: SentLinkage<A[T], N>,
    options?: CallOptions & MatchOptions,
  ): Promise<Linkage<A[T], N>>;
  addRelated<N extends LinkedMany<A[T]>>(
    id: string,
    relationship: N,
    related: readonly Related[],
    options?: CallOptions & MatchOptions & KeyOptions,
  ): Promise<readonly Reference[]>;
  removeRelated<N extends LinkedMany<A[T]>>(
    id: string,
    relationship: N,
    related: readonly Related[],
    options?: CallOptions & MatchOptions,
  ): Promise<readonly Reference[]>;
}
