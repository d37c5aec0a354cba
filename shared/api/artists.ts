/** Artists of a catalogue: a POST with a name the user already has returns that artist (specification 2.5, 4.6). */
import * as v from 'valibot';
import { attr, integer, LONG_TEXT, multilineText, text, timestamps } from './define/attribute.ts';
import { date, partial } from './define/filter.ts';
import { toMany } from './define/relationship.ts';
import { defineResource } from './define/resource.ts';

export const artists = defineResource({
  type: 'artists',
  group: 'artists',
  owner: 'user',
  pageMeta: 'kebab',
  docs: [
    'Names are kept as sent and compared trimmed, composed (NFC) and whatever their case. Artists may share a name on purpose, so renaming one to the name of another is allowed; a POST returns the oldest artist with the name.',
    'A `bio` takes 50,000 characters. `filter[bio]` searches up to about 8 MB of text; beyond that it answers 400 and asks for more filters.',
    'The profiles of an artist are deleted with it.',
  ],
  attributes: {
    name: attr(text(1, 255), { required: true }),
    bio: attr(v.nullable(multilineText(0, LONG_TEXT))),
    /** Albums that name this artist, counted by the writes that name it: while there are any, it cannot be deleted. */
    'album-count': attr(integer(0), { writable: 'never', readable: 'never', initial: 0 }),
    /** Releases with this artist that went to stores: from the first on, a brand-new profile is no longer possible. */
    'sent-releases': attr(integer(0), { writable: 'never', readable: 'never', initial: 0 }),
    ...timestamps,
  },
  relationships: { 'dsp-availabilities': toMany('artist-dsp-availabilities', { inverse: 'artist' }) },
  operations: ['list', 'read', 'create', 'update', 'delete'],
  filters: {
    name: partial('name'),
    bio: partial('bio', { from: 'record' }),
    'created-at': date('created-at'),
  },
  sorts: ['name', 'created-at', 'updated-at'],
  includes: ['dsp-availabilities.dsp'],
  smartCreation: { by: 'name', updates: ['bio'], duplicates: 'allow-duplicate-name' },
});
