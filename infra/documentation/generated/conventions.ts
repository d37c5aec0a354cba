/** Generates the page of decisions: what the API does where JSON:API and the contract leave a choice. */
import { api } from '../../../shared/service/api.ts';
import { conventions } from '../../../shared/service/conventions.ts';
import type { Page } from '../page.ts';

export const conventionsPage = (): Page => ({
  path: '/docs/conventions',
  section: 'Reference',
  markdown: [
    '# Conventions and decisions',
    'How the API behaves in general, and the decisions on each type.',
    '## In general',
    ...conventions.map(({ about, says }) => `**${about}.** ${says}`),
    '## By type',
    ...api.resources
      .filter(({ docs }) => docs.length > 0)
      .flatMap(({ type, docs }) => [`### ${type}`, docs.map((note) => `- ${note}`).join('\n')]),
    '',
  ].join('\n\n'),
});
