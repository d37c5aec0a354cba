/** Lists with snapshots, counts of events, and notes of a list that could not be read and of a change that was not published. */
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { startFoldForReaders } from '../../../shared/kit/lists/unreadable.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import type { Person } from '../../support/calls.ts';
import { countEvents } from '../../support/count-history.ts';
import { ask } from '../../support/distribution/release.ts';
import { foldCatalogue } from '../../support/fold-list.ts';
import { followStream } from '../stream-stage.ts';
import { now, pass, queue } from '../work-stage.ts';

export async function listed(ada: Person, album: string): Promise<void> {
  pass(3600);
  await foldCatalogue(ada.userId);
  await countEvents(ada.userId);
  await startFoldForReaders(new Table(), { type: albums.type, ownerId: ada.userId }, now());
  queue().isDown = true;
  await ask(ada, 200, 'PATCH', `/albums/${album}`, {
    data: { type: 'albums', id: album, attributes: { 'rights-owner-year': 2025 } },
  });
  await ask(ada, 201, 'POST', '/artists', { data: { type: 'artists', attributes: { name: 'Late' } } });
  await followStream();
  queue().isDown = false;
}
