/** What the tests ask of JSON:API clients of others, each of which does it in its own way. */

/** A to-one relationship has one id, a to-many one a list. */
export type Linked = Readonly<
  Record<string, { readonly type: string; readonly id: string | readonly string[] }>
>;

/** Attributes of a record, as a client shows them. */
export type Shown = Readonly<Record<string, unknown>>;

export interface Client {
  /** @returns the id. */
  readonly create: (type: string, attributes: Shown, linked?: Linked) => Promise<string>;
  readonly read: (type: string, id: string) => Promise<Shown>;
  readonly list: (type: string, asked: ClientRequest) => Promise<Page>;
  /** @returns the record after the change. */
  readonly update: (type: string, id: string, attributes: Shown) => Promise<Shown>;
  readonly remove: (type: string, id: string) => Promise<unknown>;
  /** @returns the album with what it is read with: its tracks in the order of their linkage. */
  readonly release: (id: string) => Promise<Release>;
  /** @param error what a method above rejected with. */
  readonly rejections: (error: unknown) => readonly Rejection[];
}

export interface ClientRequest {
  readonly filter: Readonly<Record<string, string>>;
  readonly sort: string;
  readonly page: { readonly number: number; readonly size: number };
}

interface Page {
  readonly records: readonly Shown[];
  readonly total: number;
}

export interface Release {
  readonly title: unknown;
  readonly label: unknown;
  readonly tracks: readonly { readonly title: unknown; readonly artists: number; readonly credits: number }[];
}

/** An error object of a response, as far as the client shows it. */
export interface Rejection {
  readonly status: string;
  readonly source?: { readonly pointer?: string };
}

export interface Service {
  readonly url: string;
  readonly token: string;
}

/** What a release is read with, in one request. */
export const RELEASE_INCLUDE = 'label,tracks.track-artists.artist';

/** An album whose client shows related records as members. */
export interface AlbumShown {
  readonly title: unknown;
  readonly label: { readonly name: unknown };
  readonly tracks: readonly {
    readonly title: unknown;
    readonly 'track-artists': readonly unknown[];
    readonly 'extended-credits': readonly unknown[];
  }[];
}

export const releaseOf = ({ title, label, tracks }: AlbumShown): Release => ({
  title,
  label: label.name,
  tracks: tracks.map((track) => ({
    title: track.title,
    artists: track['track-artists'].length,
    credits: track['extended-credits'].length,
  })),
});

/** The resource identifiers of a relationship. */
export const identifiersOf = ({ type, id }: Linked[string]) =>
  typeof id === 'string' ? { type, id } : id.map((each) => ({ type, id: each }));

/** @param change what to make of each relationship. */
export const mapLinked = <T>(linked: Linked, change: (link: Linked[string]) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(linked).map(([name, link]) => [name, change(link)]));
