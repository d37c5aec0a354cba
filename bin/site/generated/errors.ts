/** Generates the page of errors: every code with its title and cause, by status. */
import { STATUS_CODES } from 'node:http';
import type { ProblemDefinition } from '../../../shared/kit/declare/problem-definition.ts';
import { problems } from '../../../shared/service/problems.ts';
import type { Page } from '../page.ts';
import { table } from './markdown.ts';

function rowOf([code, { title, omitsCode, detailOnly, when }]: readonly [
  string,
  ProblemDefinition,
]): string[] {
  if (omitsCode || detailOnly) return ['none', `**${title}**: ${when}`];
  const isTold = title.toLowerCase() === code.replaceAll('_', ' ');
  return [`\`${code}\``, isTold ? when : `**${title}**: ${when}`];
}

function statusSections(): string[] {
  const all = Object.entries<ProblemDefinition>(problems);
  const byStatus = [...Map.groupBy(all, ([, { status }]) => status)];
  return byStatus
    .toSorted(([left], [right]) => left - right)
    .flatMap(([status, own]) => [
      `## ${status} ${STATUS_CODES[status]}`,
      table(['Code', 'Title and cause'], own.map(rowOf)),
    ]);
}

export const errorsPage = (): Page => ({
  path: '/docs/errors',
  section: 'Reference',
  markdown: [
    '# Errors',
    'Every error that the API returns, with its cause.',
    'An error is a JSON:API document with a list of `errors`. Each has a `status`, a `title` and a ' +
      '`detail`, which describes the problem. Most have a `code` for programs to branch on; errors of a ' +
      'failed sign-in and of artist profiles have none. `source.pointer` names the part of the document at ' +
      'fault, and `source.parameter` the query parameter. A response lists all problems of a document, up ' +
      'to 1,000.',
    'After a 429 or a 503, wait for the seconds in `Retry-After`, then repeat the request with the same ' +
      '`Idempotency-Key`. Do not repeat other 4xx requests unchanged. A 500 has an `id` that is also in ' +
      'the log of the service.',
    ...statusSections(),
    '',
  ].join('\n\n'),
});
