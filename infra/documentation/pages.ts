/** Lists the documentation's pages in navigation order: written guides, and a mostly generated reference. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../shared/platform/settings.ts';
import { conventionsPage } from './generated/conventions.ts';
import { errorsPage } from './generated/errors.ts';
import { limitsPage } from './generated/limits.ts';
import { referencePage } from './generated/reference.ts';
import type { Page } from './page.ts';

export const root = join(import.meta.dirname, '../..');

/** The first guides, in reading order. The others in docs/guides, and those below, follow by name. */
const guideOrder = [
  'docs/guides/first-release.md',
  'docs/guides/sandbox-stores.md',
  'docs/webhooks.md',
  'docs/guides/errors-and-retries.md',
  'docs/guides/idempotency.md',
  'docs/guides/paging.md',
  'docs/guides/reports-and-royalties.md',
  'docs/guides/typed-client.md',
];
/** Documents in docs for users and operators. The others are for contributors. */
const furtherGuides = ['docs/webhooks.md', 'docs/local-stage.md', 'docs/packages.md', 'docs/runbook.md'];
const CHANGELOG = 'docs/changelog.md';

const written = (source: string, section: Page['section']): Page => ({
  path: `/${source.replace(/\.md$/, '')}`,
  source,
  section,
  markdown: readFileSync(join(root, source), 'utf8'),
});

const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`);

/** @param settings of the stage, for the limits. */
export function documentationPages(settings: Settings): Page[] {
  const placeOf = (source: string) => guideOrder.indexOf(source) + 1 || guideOrder.length + 1;
  const guides = [...markdownIn('docs/guides'), ...furtherGuides].toSorted(
    (left, right) => placeOf(left) - placeOf(right) || (left < right ? -1 : 1),
  );
  return [
    ...guides.map((source) => written(source, 'Guides')),
    referencePage(),
    errorsPage(),
    limitsPage(settings),
    conventionsPage(),
    written(CHANGELOG, 'Reference'),
  ];
}
