/** What the test of a release asks of JSON:API clients of others, each of which does it in its own way. */

/** A to-one relationship has one id, a to-many one a list. */
export type Linked = Readonly<
  Record<string, { readonly type: string; readonly id: string | readonly string[] }>
>;

export interface Client {
  readonly create: (type: string, attributes: object, linked?: Linked) => Promise<string>;
  /** @returns the album as the client shows it, with its tracks in the order of their linkage. */
  readonly release: (id: string) => Promise<Release>;
  readonly rename: (id: string, title: string) => Promise<string>;
  readonly remove: (type: string, id: string) => Promise<unknown>;
}

export interface Release {
  readonly title: string;
  readonly label: string;
  readonly tracks: readonly { readonly title: string; readonly artists: number; readonly credits: number }[];
}

export interface Service {
  readonly url: string;
  readonly token: string;
}

/** What a release is read with, in one request. */
export const RELEASE_INCLUDE = 'label,tracks.track-artists.artist';
