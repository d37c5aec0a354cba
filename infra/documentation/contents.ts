/** The menu of the site, as VitePress takes it. */
import { type Page, sections, titleOf } from './page.ts';

export interface MenuItem {
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

export function menuOf(pages: readonly Page[]): MenuItem[] {
  return sections.map((section) => {
    const own = pages.filter((page) => page.section === section);
    const parts = Map.groupBy(own, ({ part = '' }) => part);
    const items = [...parts].flatMap(([part, within]) =>
      part === ''
        ? within.map(itemOf)
        : [{ text: capitalized(part), collapsed: true, items: within.map(itemOf) }],
    );
    return { text: section, items: section === 'Reference' ? [...items, ...programs] : items };
  });
}

/** Files for programs. */
const programs: readonly MenuItem[] = [
  { text: 'OpenAPI document', link: 'http://localhost:3000/openapi.json' },
  { text: 'llms.txt', link: 'http://localhost:3000/llms.txt' },
];
