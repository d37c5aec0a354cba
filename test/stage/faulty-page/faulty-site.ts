/** A small documentation site with expressions that can be given faults, as VitePress builds it. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { contentsOf, type Files, writeFiles } from '../../../infra/bundle/files.ts';
import { siteExpressions } from './page-expressions.ts';

const root = join(import.meta.dirname, '../../..');
const here = (name: string) => JSON.stringify(join(import.meta.dirname, name));

const config = `import { join } from 'node:path';
import site from './site-config.ts';
import { siteExpressions } from ${here('page-expressions.ts')};
import { switchedExpressions } from ${here('switched-expressions.ts')};
const plugins = [switchedExpressions(siteExpressions, join(import.meta.dirname, 'theme'))];
export default { ...site, vite: { ...site.vite, plugins } };`;

const menu = [
  { text: 'First steps', items: [{ text: 'Start', link: '/' }] },
  {
    text: 'Guides',
    collapsed: true,
    items: [
      { text: 'Albums', items: [{ text: 'An album on its way', link: '/album' }] },
      { text: 'Forms', link: '/forms' },
    ],
  },
  { text: 'For programs', items: [{ text: 'The document', link: '/openapi.json', target: '_self' }] },
];

const pages: Readonly<Record<string, string>> = {
  'index.md': '# Start\n\nThe catalogue has albums.\n\n## A part\n\nOf the page.\n',
  'album.md': '# An album on its way\n\n<AlbumOnItsWay />\n',
  'forms.md':
    '# Forms\n\n## Create an album\n\n<TryOut tag="albums" operations="createAlbum updateAlbum" />\n\n## List tracks\n\n<TryOut tag="tracks" operations="listTracks" />\n',
};

/** @returns the built files. */
export async function faultySite(): Promise<Files> {
  const folder = mkdtempSync(join(tmpdir(), 'site-'));
  const theme = join(folder, '.vitepress');
  try {
    cpSync(dirname(siteExpressions.folder), theme, { recursive: true });
    renameSync(join(theme, 'config.ts'), join(theme, 'site-config.ts'));
    writeFiles(
      folder,
      new Map([
        ['.vitepress/config.ts', config],
        ['menu.json', JSON.stringify(menu)],
        // VitePress reads its configuration as an ES module only where the nearest package.json says so.
        ['package.json', '{"type":"module"}'],
        ...Object.entries(pages).map(([path, text]) => [`pages/${path}`, text] as const),
      ]),
    );
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const generator = join(root, 'node_modules/vitepress/bin/vitepress.js');
    await promisify(execFile)(process.execPath, [generator, 'build'], { cwd: folder });
    return contentsOf(join(folder, 'built'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
