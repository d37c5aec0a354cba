/** The API with its reference data, views, sources, problems and events. */
import type { Api } from './api.ts';
import type { EventTable } from './event-definition.ts';
import type { StoredRecord } from './fields.ts';
import type { ProblemTable } from './problem-definition.ts';
import type { RecordSource } from './record-source.ts';
import type { View } from './view.ts';

export interface Definitions extends Api {
  /** Records of platform-owned types, created on first use. */
  readonly reference: Readonly<Record<string, () => readonly StoredRecord[]>>;
  /** Views by type. */
  readonly views: Readonly<Record<string, View | undefined>>;
  /** Sources by type, for records without separate rows. */
  readonly sources: Readonly<Record<string, RecordSource | undefined>>;
  readonly problems: ProblemTable;
  /** Webhook events by type, for the API document. */
  readonly events?: EventTable;
}

type Resources<A extends Api> = A['resources'][number];
type PlatformType<R> = R extends { owner: 'platform'; type: infer T extends string } ? T : never;

/**
 * @param parts the records of every platform-owned type, the problems, and views and sources by type.
 * @example define(api, { reference: { genres: genreData.records }, problems, views: { users: usersView } })
 */
export function define<const A extends Api>(
  api: A,
  parts: {
    readonly reference: Readonly<Record<PlatformType<Resources<A>>, () => readonly StoredRecord[]>>;
    readonly problems: ProblemTable;
    readonly events?: EventTable;
    readonly views?: { readonly [T in Resources<A>['type']]?: View };
    readonly sources?: { readonly [T in Resources<A>['type']]?: RecordSource };
  },
): A & Required<Pick<Definitions, 'reference' | 'problems' | 'events' | 'views' | 'sources'>> {
  const { reference, problems, events = {}, views = {}, sources = {} } = parts;
  return { ...api, reference, problems, events, views, sources };
}
