/** The pages of the documentation in the order of the navigation: guides are written, most of the reference is generated. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conventionsPage } from './generated/conventions.ts';
import { errorsPage } from './generated/errors.ts';
import { limitsPage } from './generated/limits.ts';
import { referencePage } from './generated/reference.ts';
import type { Page } from './page.ts';

export const root = join(import.meta.dirname, '../..');

/** Below docs/guides, without `.md`, in the order in which a newcomer needs them. Others follow by name. */
const guideOrder = ['first-release', 'paging', 'errors-and-retries', 'idempotency', 'sandbox-stores'];

const written = (source: string, path: string, section: Page['section']): Page => ({
  path,
  source,
  section,
  markdown: readFileSync(join(root, source), 'utf8'),
});

export function documentationPages(): Page[] {
  const places = new Map(guideOrder.map((name, place) => [name, place]));
  const placeOf = (name: string) => places.get(name) ?? places.size;
  const guides = readdirSync(join(root, 'docs/guides'))
    .map((file) => file.replace(/\.md$/, ''))
    .toSorted((left, right) => placeOf(left) - placeOf(right) || (left < right ? -1 : 1));
  return [
    ...guides.map((name) => written(`docs/guides/${name}.md`, `/docs/guides/${name}`, 'Guides')),
    written('docs/webhooks.md', '/docs/webhooks', 'Guides'),
    referencePage(),
    errorsPage(),
    limitsPage(),
    conventionsPage(),
    written('docs/changelog.md', '/docs/changelog', 'Reference'),
  ];
}
