/** Generates the page of decisions: what the API does where JSON:API and the contract leave a choice. */
import { api } from '../../../shared/service/api.ts';
import { conventions, notes } from '../../openapi/notes.ts';
import type { Page } from '../page.ts';
import { bullets } from './markdown.ts';

export const conventionsPage = (): Page => ({
  path: '/docs/conventions',
  section: 'Reference',
  markdown: [
    '# Conventions and decisions',
    'How the API behaves in general, and the decisions on each type.',
    '## In general',
    ...conventions,
    '## By type',
    ...api.resources.flatMap(({ type }) => {
      const own = notes[type];
      return own ? [`### ${type}`, bullets(own)] : [];
    }),
    '',
  ].join('\n\n'),
});
