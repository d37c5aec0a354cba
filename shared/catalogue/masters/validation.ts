/** The pending validation of a master, as a row of the table beside its record. */
import * as v from 'valibot';
import { rowMissing } from '../../kit/table/expressions.ts';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { type Claimed, dueAttributes, firstDue, workOwner } from '../../kit/work/due.ts';
import { validationKey } from '../keys.ts';

const schema = v.object({
  assetId: v.string(),
  ownerId: workOwner,
  // The members of Due.
  position: v.pipe(v.number(), v.integer(), v.minValue(0)),
  nextAttemptAt: v.string(),
  claimedUntil: v.nullable(v.string()),
});

export type Validation = Readonly<v.InferOutput<typeof schema>>;
/** A try is being made. */
export type ClaimedValidation = Claimed<Validation>;

/** Names validations among all work that falls due. Stored in rows: never change it. */
export const VALIDATION_KIND = 'asset-validation';

/**
 * Starts the validation of a master, in the transaction that attaches it.
 * @example draft.write(newValidation({ assetId: draft.id, ownerId }, now))
 */
export function newValidation(
  { assetId, ownerId }: { readonly assetId: string; readonly ownerId: string },
  now: Date,
): Write {
  const key = validationKey(assetId);
  return { put: { ...key, assetId, ownerId, ...firstDue(VALIDATION_KIND, key, now) }, condition: rowMissing };
}

/** Ends the validation of a master, pending or not, in the transaction that deletes its record. */
export const validationRemoval = (assetId: string): Write => ({ delete: validationKey(assetId) });

/** The row of a validation that waits for its next try. */
export function toValidationItem(validation: Validation): Item & Key {
  const key = validationKey(validation.assetId);
  return { ...key, ...validation, ...dueAttributes(VALIDATION_KIND, key, validation) };
}

/** @throws ValiError when the row is no validation. */
export const toValidation = (item: Item): Validation => v.parse(schema, item);
