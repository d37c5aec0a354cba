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
    'How the API behaves in general, and where the decisions on each type are.',
    '## In general',
    ...conventions,
    '## By type',
    'The pages of these types have their rules.',
    bullets(api.resources.flatMap(({ type }) => (notes[type] ? [`[${type}](/docs/${type}#rules)`] : []))),
    '',
  ].join('\n\n'),
});
