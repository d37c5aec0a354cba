/** How VitePress builds the documentation, in a folder that infra/documentation/site.ts prepares. */
import { readFileSync } from 'node:fs';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { extend } from './markdown.ts';

const sidebar: DefaultTheme.SidebarItem[] = JSON.parse(readFileSync('menu.json', 'utf8'));

export default defineConfig({
  lang: 'en',
  title: 'Music distribution API',
  description: 'Albums, tracks, artists and labels, their delivery to stores, and signed webhook events.',
  base: '/docs/',
  srcDir: 'pages',
  outDir: 'built',
  cleanUrls: true,
  // Files that are shown as they are. A test finds links to missing ones.
  ignoreDeadLinks: [/\.\w+$/],
  // One file for all pages instead of a copy in each.
  metaChunk: true,
  router: { prefetchLinks: false },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    // Headings have the same addresses in a repository browser.
    anchor: { slugify: (text) => slug(text) },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: extend,
  },
  vite: { logLevel: 'warn' },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
});
