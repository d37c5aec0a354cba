/** The statuses of albums, in their usual order. */
import { albumStatuses } from '../api/album-statuses.ts';
import { referenceData } from '../reference-data.ts';
import type { AlbumStatus } from '../rules/album-statuses.ts';

const status = (key: AlbumStatus, name: string) => ({ id: key, key, name });

export const albumStatusData = referenceData(albumStatuses, () => [
  status('draft', 'Draft'),
  status('in_review', 'In review'),
  status('approved', 'Approved'),
  status('rejected', 'Rejected'),
  status('delivered', 'Delivered'),
  status('error', 'Error'),
  status('taken_down', 'Taken down'),
]);
