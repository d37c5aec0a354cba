/** The pages of the documentation in the order of the navigation: guides are written, most of the reference is generated. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../shared/platform/settings.ts';
import { conventionsPage } from './generated/conventions.ts';
import { errorsPage } from './generated/errors.ts';
import { limitsPage } from './generated/limits.ts';
import { referencePage } from './generated/reference.ts';
import type { Page } from './page.ts';

export const root = join(import.meta.dirname, '../..');

/** The guides in the order in which a newcomer needs them: the others in docs/guides, and those below, follow by name. */
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
/** Of the documents in docs, those for who uses or operates the service: the others are for those who change it. */
const furtherGuides = ['docs/webhooks.md', 'docs/local-stage.md', 'docs/packages.md'];
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
