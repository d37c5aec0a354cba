/** Changes rows past every rule, for states that no request leads to. Where a field is in its row is shared/records' to say. */

import type { Fields } from '../../shared/api/define/fields.ts';
import type { Resource } from '../../shared/api/define/resource.ts';
import { definitions } from '../../shared/definitions.ts';
import { adjust } from '../../shared/records/adjust.ts';
import { Table } from '../../shared/table/table.ts';

/**
 * Sets fields of a record of the service, as its next version.
 * @throws Error when there is no such record.
 * @example await setFields(artists, id, { 'sent-releases': 1 })
 */
export async function setFields<D extends Resource>(
  resource: D,
  id: string,
  fields: Partial<Fields<D>>,
): Promise<void> {
  const adjusted = await adjust(new Table(), { api: definitions, resource, id }, { set: fields, when: [] });
  if (!('record' in adjusted)) throw new Error(`There is no record of ${resource.type} with the id ${id}.`);
}
