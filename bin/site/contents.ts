/** Tables of contents: the menu of the site, and a list for programs. */
import { markdownPathOf, type Page, sections, summaryOf, titleOf } from './page.ts';

interface MenuItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly MenuItem[];
  readonly collapsed?: boolean;
}

const itemOf = (page: Page): MenuItem => ({
  text: titleOf(page),
  link: page.path.replace(/^\/docs/, '') || '/',
});

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The menu in the form of VitePress. */
export function menuOf(pages: readonly Page[]): MenuItem[] {
  return sections.map((section) => {
    const own = pages.filter((page) => page.section === section);
    const parts = Map.groupBy(own, ({ part = '' }) => part);
    const items = [...parts].flatMap(([part, within]) =>
      part === ''
        ? within.map(itemOf)
        : [{ text: capitalized(part), collapsed: true, items: within.map(itemOf) }],
    );
    return {
      text: section,
      collapsed: section !== 'Start',
      items: section === 'Reference' ? [...items, ...programs] : items,
    };
  });
}

/** Files for programs. */
const programs: readonly MenuItem[] = [
  { text: 'OpenAPI document', link: 'http://localhost:3000/openapi.json' },
  { text: 'llms.txt', link: 'http://localhost:3000/llms.txt' },
];

/** The file llms.txt, as llmstxt.org describes it. */
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
