/** Digital service providers: the stores and platforms that albums are delivered to (specification 1, 2.14). */
import { attr, flag, oneOf, text } from '../../kit/declare/attribute.ts';
import { anyOf } from '../../kit/declare/filter.ts';
import { referenceResource } from '../../kit/declare/reference-resource.ts';

/** Streaming DSPs play releases; fingerprint DSPs recognize recordings in their users' uploads. */
export const dspFamilies = ['streaming', 'fingerprint'] as const;

export const dsps = referenceResource({
  type: 'dsps',
  about: 'A store or platform that albums are delivered to (digital service provider).',
  fields: {
    name: 'The name.',
    website: 'The address for listeners.',
    'is-active': 'Whether albums can be delivered to it.',
    'accepts-video': 'Whether it takes music videos.',
    family: 'Whether it plays releases or recognizes them in uploads.',
  },
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1, 100)),
    website: attr(text(1, 500)),
    /** Whether albums can be assigned to it. */
    'is-active': attr(flag()),
    'accepts-video': attr(flag()),
    family: attr(oneOf(dspFamilies)),
  },
  relationships: {},
  filters: { id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
});
