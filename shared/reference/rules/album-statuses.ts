/** The statuses of albums, in their usual order (specification 3.3). */
export const albumStatuses = [
  'draft',
  'in_review',
  'approved',
  'rejected',
  'delivered',
  'error',
  'taken_down',
] as const;
export type AlbumStatus = (typeof albumStatuses)[number];
