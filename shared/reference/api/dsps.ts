/** Digital service providers: stores and platforms that get albums (specification 1, 2.14). */
import { attr, flag, oneOf, text } from '../../kit/declare/attribute.ts';
import { anyOf } from '../../kit/declare/filter.ts';
import { defineResource, referenceData } from '../../kit/declare/resource.ts';

/** Streaming DSPs play releases; fingerprint DSPs recognize recordings in their users' uploads. */
export const dspFamilies = ['streaming', 'fingerprint'] as const;

export const dsps = defineResource({
  ...referenceData,
  type: 'dsps',
  about: 'A store or platform that albums are delivered to (digital service provider).',
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1, 100), { says: 'The name.' }),
    website: attr(text(1, 500), { says: 'The address for listeners.' }),
    'is-active': attr(flag(), { says: 'Whether albums can be delivered to it.' }),
    'accepts-video': attr(flag(), { says: 'Whether it takes music videos.' }),
    family: attr(oneOf(dspFamilies), { says: 'Whether it plays releases or recognizes them in uploads.' }),
  },
  filters: { id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
});
