/** Lists the documentation's pages in the order of the menu. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conventionsPage } from './generated/conventions.ts';
import { errorsPage } from './generated/errors.ts';
import { eventsPage } from './generated/events.ts';
import { limitsPage } from './generated/limits.ts';
import { resourcePages } from './generated/resources.ts';
import { withLanguages } from './guides/languages-of-page.ts';
import type { Page } from './page.ts';

export const root = join(import.meta.dirname, '../..');

const START = 'docs/index.md';
const ALBUM = 'docs/album.md';
/** The first guides, in reading order. Other guides in docs/guides follow by name. */
const guideOrder = [
  'docs/guides/first-release.md',
  'docs/guides/authentication.md',
  'docs/guides/masters-and-artwork.md',
  'docs/guides/credits.md',
  'docs/guides/shared-tracks.md',
  'docs/guides/draft-to-store.md',
  'docs/guides/sandbox-stores.md',
  'docs/webhooks.md',
  'docs/guides/symptoms.md',
  'docs/guides/errors-and-retries.md',
  'docs/guides/idempotency.md',
  'docs/guides/paging.md',
  'docs/guides/reports-and-royalties.md',
  'docs/guides/typed-client.md',
];
/** For the engineers and operators of a stage. */
const operation = [
  'docs/local-stage.md',
  'docs/guides/deploying.md',
  'docs/runbook.md',
  'docs/guides/console.md',
  'docs/guides/backups.md',
  'docs/guides/personal-data.md',
  'docs/guides/back-catalogue.md',
  'docs/guides/imported-matches.md',
  'docs/packages.md',
  'docs/guides/connect-a-store.md',
];
const SCOPE = 'docs/scope.md';
const GLOSSARY = 'docs/glossary.md';
const CHANGELOG = 'docs/changelog.md';

const writtenPage = (source: string, section: Page['section']): Page => ({
  path: source === START ? '/docs' : `/${source.replace(/\.md$/, '')}`,
  source,
  section,
  markdown: withLanguages(readFileSync(join(root, source), 'utf8')),
});

const guidesInFolder = (): string[] =>
  readdirSync(join(root, 'docs/guides'))
    .map((file) => `docs/guides/${file}`)
    .filter((source) => !guideOrder.includes(source) && !operation.includes(source))
    .toSorted();

export function documentationPages(): Page[] {
  return [
    writtenPage(START, 'Start'),
    writtenPage(ALBUM, 'Start'),
    ...[...guideOrder, ...guidesInFolder()].map((source) => writtenPage(source, 'Guides')),
    ...resourcePages(),
    eventsPage(),
    errorsPage(),
    limitsPage(),
    conventionsPage(),
    writtenPage(SCOPE, 'Reference'),
    writtenPage(GLOSSARY, 'Reference'),
    writtenPage(CHANGELOG, 'Reference'),
    ...operation.map((source) => writtenPage(source, 'Operation')),
  ];
}
