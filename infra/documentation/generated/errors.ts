/** Generates the page of errors: every code with its status, title and cause. */
import type { ProblemDefinition } from '../../../shared/kit/declare/problem-definition.ts';
import { problems } from '../../../shared/service/problems.ts';
import type { Page } from '../page.ts';
import { table } from './table.ts';

function rowsOf(): string[][] {
  const all = Object.entries<ProblemDefinition>(problems);
  const sorted = all.toSorted(([, left], [, right]) => left.status - right.status);
  return sorted.map(([code, { status, title, omitsCode, detailOnly, when }]) => [
    String(status),
    title,
    omitsCode || detailOnly ? '' : `\`${code}\``,
    when,
  ]);
}

export const errorsPage = (): Page => ({
  path: '/docs/errors',
  section: 'Reference',
  markdown: [
    '# Errors',
    'Every error that the API returns, with its cause.',
    'An error is a JSON:API document with a list of `errors`. Each has a `status`, a `title` and a `detail`, which says in a sentence what is wrong here. Most have a `code`, by which a program can distinguish them: those of a failed sign-in and of artist profiles have none. `source.pointer` names the part of the document at fault, `source.parameter` the query parameter. All that is wrong with a document is reported together, up to 1,000 errors.',
    'Repeat a request after a 429 or a 503, when the seconds of `Retry-After` have passed; with the same `Idempotency-Key` if it writes. Other errors stay the same until the request changes. An error of the service (500) has an `id` that its log has, too.',
    table(['Status', 'Title', 'Code', 'Cause'], rowsOf()),
    '',
  ].join('\n\n'),
});
