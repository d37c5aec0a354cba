/** What actions and endpoints respond with, for the API reference. Their handlers do not read it. */
import type { Schema } from './attribute.ts';

/** Query parameters that a route accepts. 'list': all. 'single': include and fields. 'none': none. */
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
  | { readonly shows: 'page'; readonly type: string; readonly status: 200 }
  | { readonly shows: 'list'; readonly type: string; readonly status: Success }
  /** A JSON document that is not one of JSON:API. */
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

/** A page of a list, as `GET /<type>` shows it. */
export const showsPage = (type: string): ShownResponse => ({ shows: 'page', type, status: 200 });

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

/** No body. */
export const showsNothing = (
  status: 202 | 204 | 302 | 303,
  { isLocated = false }: { isLocated?: boolean } = {},
): ShownResponse => ({ shows: 'nothing', status, isLocated });
