/** Ends the validation of a master as the validator does. */
import { recordOutcome } from '../../../shared/catalogue/masters/record-outcome.ts';
import { validationWork } from '../../../shared/catalogue/masters/validation-work.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { claim } from '../../../shared/kit/work/claim.ts';
import { api } from '../../../shared/service/api.ts';

export async function setValidated(asset: string, status: 'valid' | 'invalid', now: Date): Promise<void> {
  const table = new Table();
  const key = validationWork.key(asset);
  const claimed = await claim(table, { kind: validationWork, key, attempt: 0, now });
  if (typeof claimed === 'string') throw new Error(`The validation is ${claimed}.`);
  await recordOutcome({ status, errors: [] }, { table, now: () => now, claimed, api });
}
