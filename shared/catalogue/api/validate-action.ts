/** The action `validate` of albums, which shared/distribution implements. */
import * as v from 'valibot';
import { oneOf } from '../../kit/declare/attribute.ts';
import type { Action } from '../../kit/declare/resource.ts';
import { showsMeta } from '../../kit/declare/shown-response.ts';
import { shownIgnored } from '../../kit/jsonapi/ignored-members.ts';
import { requestTypes } from '../../reference/rules/request-types.ts';
import { releaseWarningCodes } from '../rules/warning-codes.ts';

const finding = {
  /** A sentence. */
  detail: v.string(),
  /** JSON pointer to the member of the record. */
  pointer: v.string(),
  record: v.strictObject({ type: v.string(), id: v.string() }),
} as const;

const albumValidation = v.strictObject({
  'is-complete': v.boolean(),
  problems: v.array(v.strictObject({ code: v.string(), ...finding })),
  warnings: v.array(v.strictObject({ code: v.picklist(releaseWarningCodes), ...finding })),
});

export type AlbumValidation = v.InferOutput<typeof albumValidation>;

export const validateAction = {
  method: 'POST',
  on: 'record',
  operationId: 'validateAlbum',
  summary: 'Check an album before requesting it',
  parameters: 'none',
  body: {
    attributes: { 'request-type': oneOf(requestTypes) },
    isOptional: true,
    example: { 'request-type': 'delivery' },
  },
  runsAgain: true,
  response: showsMeta(v.strictObject({ validation: albumValidation, ...shownIgnored })),
} as const satisfies Action;
