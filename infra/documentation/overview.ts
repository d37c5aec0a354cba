/** The table of contents for programs (llmstxt.org). */
import { markdownPathOf, type Page, sections, summaryOf, titleOf } from './page.ts';

export function overviewOf(pages: readonly Page[]): string {
  const linesOf = (section: Page['section']) =>
    pages
      .filter((page) => page.section === section)
      .map(
        (page) => `- [${titleOf(page)}](http://localhost:3000${markdownPathOf(page)}): ${summaryOf(page)}`,
      );
  return [
    '# Music distribution API',
    '',
    '> A JSON:API for albums, tracks, artists and labels, their distribution to stores, and signed webhook events.',
    ...sections.flatMap((section) => [
      '',
      `## ${section}`,
      '',
      ...(section === 'Reference' ? [OPENAPI] : []),
      ...linesOf(section),
    ]),
    '',
  ].join('\n');
}

const OPENAPI =
  '- [OpenAPI document](http://localhost:3000/openapi.json): every route, parameter, body, response and event';
