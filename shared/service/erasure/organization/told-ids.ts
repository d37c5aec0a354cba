/** What a row of an organization reveals about its other data. */
import { users } from '../../../accounts/api/users.ts';
import { deliveries } from '../../../distribution/api/deliveries.ts';
import { recordOf } from '../../../kit/records/rows.ts';
import type { Item } from '../../../kit/table/item.ts';
import { isRecordKey, typeOf } from '../../../kit/table/keys.ts';
import { isLinesKey } from '../../../usage/keys.ts';
import { linesOf, NO_ALBUM } from '../../../usage/rows/usage-rows.ts';
import { OWNER, PACKAGE, type Reference } from './belongings.ts';

/** Reports also name tracks and albums that were deleted since, whose plays remain. */
export function toldIds(row: Item): readonly Reference[] {
  const { pk } = row;
  if (isLinesKey({ pk: String(pk) })) return linesOf(row).flatMap(inLine);
  const type = typeOf(row);
  if (!isRecordKey(row, type) || !('owner' in row)) return [];
  const id = String(pk).slice(type.length + 1);
  const told = [{ type, id }];
  if (type === users.type) told.push({ type: OWNER, id });
  if (type === deliveries.type)
    told.push({ type: PACKAGE, id: recordOf(deliveries, row).fields['store-delivery-id'] });
  return told;
}

const inLine = ({ track, album }: { readonly track: string; readonly album: string }): Reference[] => [
  { type: 'tracks', id: track },
  ...(album === NO_ALBUM ? [] : [{ type: 'albums', id: album }]),
];
