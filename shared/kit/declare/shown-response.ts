/** Declares the responses of actions and endpoints for the API reference. Handlers do not use it. */
import * as v from 'valibot';
import type { Schema } from './attribute.ts';

/** Accepted query parameters. 'list' accepts all, 'single' only include and fields. */
export type Parameters = 'list' | 'single' | 'none';

type Success = 200 | 201 | 202;

export type ShownResponse =
  | {
      readonly shows: 'record';
      readonly type: string;
      readonly status: Success;
      /** The response has a Location header. */
      readonly isLocated: boolean;
      /** The response shows attributes that are readable once. */
      readonly reveals: boolean;
    }
  | {
      readonly shows: 'page';
      readonly type: string;
      readonly status: 200;
      /** Further members of the top-level `meta`. */
      readonly meta?: Readonly<Record<string, Schema>>;
      /** Whether the whole list is shown as CSV if the request accepts it rather than JSON:API. */
      readonly csv?: true;
    }
  | { readonly shows: 'list'; readonly type: string; readonly status: Success }
  /** A plain JSON document. */
  | { readonly shows: 'document'; readonly schema: Schema; readonly status: Success }
  | { readonly shows: 'nothing'; readonly status: 202 | 204 | 302 | 303; readonly isLocated: boolean };

export const showsRecord = (
  type: string,
  {
    status = 200,
    isLocated = false,
    reveals = false,
  }: { status?: Success; isLocated?: boolean; reveals?: boolean } = {},
): ShownResponse => ({ shows: 'record', type, status, isLocated, reveals });

/** A page like that of `GET /<type>`. */
export const showsPage = (
  type: string,
  more: Pick<Extract<ShownResponse, { shows: 'page' }>, 'meta' | 'csv'> = {},
): ShownResponse => ({ shows: 'page', type, status: 200, ...more });

/** Several records without pages. */
export const showsList = (type: string, status: Success = 200): ShownResponse => ({
  shows: 'list',
  type,
  status,
});

export const showsDocument = (schema: Schema, status: Success = 200): ShownResponse => ({
  shows: 'document',
  schema,
  status,
});

/** A document without data. */
export const showsMeta = (meta: Schema, status: Success = 200): ShownResponse =>
  showsDocument(v.strictObject({ jsonapi: v.strictObject({ version: v.literal('1.0') }), meta }), status);

/** A response without a body. */
export const showsNothing = (
  status: 202 | 204 | 302 | 303,
  { isLocated = false }: { isLocated?: boolean } = {},
): ShownResponse => ({ shows: 'nothing', status, isLocated });
