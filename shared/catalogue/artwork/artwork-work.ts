/** The pending reading of the artwork of an album, stored as a row beside its record. */
import * as v from 'valibot';
import { recordKey } from '../../kit/table/keys.ts';
import { defineWork, type RowOf } from '../../kit/work/define-work.ts';
import { validationQueue } from '../masters/validation-work.ts';

export const artworkWork = defineWork({
  name: 'artwork-reading',
  queue: validationQueue,
  called: 'artwork',
  id: 'albumId',
  key: (id) => ({ pk: recordKey('albums', id).pk, sk: 'artwork' }),
  fields: { ownerId: v.string() },
  // The album can have another address by now.
  isReplaced: true,
});

export type ArtworkReading = RowOf<typeof artworkWork>;
