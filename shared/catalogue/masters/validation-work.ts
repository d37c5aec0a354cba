/** Validations as work that falls due, and the message that asks for a try. */
import * as v from 'valibot';
import type { WorkKind } from '../../kit/work/kind.ts';
import { toValidation, VALIDATION_KIND, type Validation } from './validation.ts';

const schema = v.object({
  assetId: v.string(),
  /** The validation's `position` when the message was sent. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export type ValidationMessage = Readonly<v.InferOutput<typeof schema>>;

/** The body of a message in the validation queue. */
export const validationMessageSchema = v.pipe(v.string(), v.parseJson(undefined, 'not JSON'), schema);

export const validationWork: WorkKind<Validation> = {
  name: VALIDATION_KIND,
  queueVariable: 'VALIDATION_QUEUE_URL',
  read: toValidation,
  ownerOf: ({ ownerId }) => ownerId,
  message({ assetId, position }) {
    const body: ValidationMessage = { assetId, attempt: position };
    return body;
  },
};
