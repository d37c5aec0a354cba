/** Folds the list of a type as the worker does it every week, however few the changes are. */
import { folderWith } from '../../functions/fold-lists/handler.ts';
import { CHECK, foldTask, listId } from '../../shared/kit/records/fold-work.ts';
import { Table } from '../../shared/kit/table/table.ts';

/** Types whose lists are read from the index alone are left as they are. */
export async function fold(type: string, ownerId: string): Promise<void> {
  const id = listId(type, ownerId, CHECK);
  await new Table().commit([{ put: foldTask(id, new Date()) }]);
  const Records = [{ body: JSON.stringify({ listId: id, attempt: 0 }), messageId: id }];
  const { batchItemFailures } = await folderWith()({ Records } as never);
  if (batchItemFailures.length > 0) throw new Error(`The list of ${type} was not folded.`);
}
