/** Types of JSON:API 1.0 (https://jsonapi.org/format/1.0/). */

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

export interface RelationshipObject {
  readonly links: { readonly self: string; readonly related: string };
  readonly data?: Identifier | null | readonly Identifier[];
}

export interface ResourceObject extends Identifier {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, RelationshipObject>>;
  readonly links: { readonly self: string };
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface ErrorObject {
  readonly id?: string;
  readonly status: string;
  readonly code?: string;
  readonly title?: string;
  readonly detail: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string };
}

export interface Document {
  readonly jsonapi: { readonly version: '1.0' };
  readonly data?: ResourceObject | Identifier | null | readonly (ResourceObject | Identifier | object)[];
  readonly errors?: readonly ErrorObject[];
  readonly included?: readonly ResourceObject[];
  readonly meta?: object;
  readonly links?: Readonly<Record<string, string | null>>;
}

export const jsonapi = { version: '1.0' } as const;
export const MEDIA_TYPE = 'application/vnd.api+json';
