/** Reference data in memory: made on first use, then kept for as long as the function lives. */
import type { Declared, Fields, StoredRecord } from '../api/define/fields.ts';
import type { Json } from '../table/item.ts';

/** Every field of a declaration beside the id. */
export type RowOf<D extends Declared> = { readonly id: string } & Fields<D>;

export interface ReferenceData<R> {
  readonly rows: () => readonly R[];
  readonly records: () => readonly StoredRecord[];
}

/** @param make called once, when somebody asks: functions that never ask do not pay. */
export function referenceData<D extends Declared>(
  { type }: D,
  make: () => readonly (RowOf<D> & Readonly<Record<string, Json>>)[],
): ReferenceData<RowOf<D>> {
  const rows = once(make);
  const records = once(() =>
    rows().map((fields) => ({ type, id: fields.id, ownerId: '', version: 1, fields })),
  );
  return { rows, records };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
