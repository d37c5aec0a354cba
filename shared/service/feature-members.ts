/** What `feature.ts` of a feature can have. */

import type { Hooks } from '../kit/crud/write/hooks.ts';
import type { Endpoint } from '../kit/declare/endpoint.ts';
import type { StoredRecord } from '../kit/declare/fields.ts';
import type { ProblemDefinition } from '../kit/declare/problem-definition.ts';
import type { RecordSource } from '../kit/declare/record-source.ts';
import type { Resource } from '../kit/declare/resource.ts';
import type { View } from '../kit/declare/view.ts';
import type { Maker } from '../kit/events/announcements.ts';
import type { MovedFile } from '../kit/moves/moved-file.ts';
import type { KeyRow } from '../kit/table/keys.ts';
import type { WorkKind } from '../kit/work/kind.ts';

type ByName<T> = Readonly<Record<string, T>>;

/** A feature. Its members are literals of imported names, so that a bundle contains only what it uses. */
export interface Feature {
  readonly types: readonly Resource[];
  readonly endpoints?: readonly Endpoint[];
  /** How records are stored. */
  readonly keys?: ByName<KeyRow>;
  /** The records of reference data. */
  readonly reference?: ByName<() => readonly StoredRecord[]>;
  readonly views?: ByName<View>;
  /** For records without separate rows. */
  readonly sources?: ByName<RecordSource>;
  /** Hooks by type, which can be that of a lower feature. Hooks of one type run in the order of the features. */
  readonly hooks?: ByName<Hooks>;
  readonly work?: readonly WorkKind[];
  /** What changes of records announce, also of types of lower features. */
  readonly events?: ByName<Maker>;
  /** Files of exported organizations with more than the records of a type, in the order of writing. */
  readonly moves?: readonly MovedFile[];
  readonly problems?: ByName<ProblemDefinition>;
}

type Features = Readonly<Record<string, Feature>>;
type TypeOf<R> = R extends { readonly type: infer T extends string } ? T : never;
type ReferenceType<R> = TypeOf<Extract<R, { readonly owner: 'platform' }>>;
type StoredType<R> = Exclude<TypeOf<R>, ReferenceType<R>>;

/** A member is required only if it must have names. */
type Has<M extends string, N extends string> = [N] extends [never]
  ? unknown
  : { readonly [K in M]: Readonly<Record<N, unknown>> };

type MemberOfTypes = 'keys' | 'reference' | 'views' | 'sources' | 'hooks' | 'events';

/** Features whose types all have a key row or records, and which have nothing for types that do not exist. */
export type Fitting<F extends Features> = {
  readonly [N in keyof F]: Has<'keys', StoredType<F[N]['types'][number]>> &
    Has<'reference', ReferenceType<F[N]['types'][number]>> & {
      readonly [M in keyof F[N] & MemberOfTypes]: {
        readonly [T in keyof F[N][M]]: T extends TypeOf<F[keyof F]['types'][number]>
          ? unknown
          : `There is no type ${T & string}.`;
      };
    };
};

/** A member of all features that have it. */
export type ByFeature<F extends Features, M extends keyof Feature> = {
  readonly [N in keyof F as M extends keyof F[N] ? N : never]: M extends keyof F[N] ? F[N][M] : never;
};

type Intersection<T> = (T extends T ? (each: T) => void : never) extends (all: infer I) => void ? I : never;

/** @returns what all features have by name. */
export const merged = <M extends Readonly<Record<string, object>>>(byFeature: M): Intersection<M[keyof M]> =>
  Object.assign({}, ...Object.values(byFeature));
