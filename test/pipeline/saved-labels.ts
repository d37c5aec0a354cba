/** New labels, for tests of lists. */
import { labels } from '../../shared/catalogue/api/labels.ts';
import { deciding } from '../../shared/kit/records/deciding.ts';
import { journalWrites } from '../../shared/kit/records/journal.ts';
import { newRecord, type Store, save } from '../../shared/kit/records/store.ts';
import { batchesOf } from '../../shared/platform/batches.ts';
import { api } from '../../shared/service/api.ts';

const PER_TRANSACTION = 10;

type Fields = Parameters<typeof newRecord<typeof labels>>[2]['fields'];

interface Labels {
  readonly ownerId: string;
  readonly count: number;
  readonly fields: (number: number) => Fields;
}

/** Saves labels, at least one of which starts a fold. Which ones do depends on their ids, which are random. */
export async function saveLabels(store: Store, { ownerId, count, fields }: Labels) {
  const label = (number: number) => newRecord(store, labels, { ownerId, fields: fields(number) });
  const made = Array.from({ length: count }, (_, number) => label(number));
  const startsFold = (after: (typeof made)[number]) =>
    journalWrites(api, [{ resource: labels, after }], store.now).some(
      (write) => 'put' in write && 'dueKind' in write.put,
    );
  while (!made.some(startsFold)) made[0] = label(0);
  for (const some of batchesOf(made, PER_TRANSACTION))
    await save(
      deciding(store),
      some.map((after) => ({ resource: labels, after })),
    );
  return made;
}
