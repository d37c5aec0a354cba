/** How VitePress builds the documentation, in a folder that bin/site/site.ts prepares. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slug } from 'github-slugger';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { extend } from './markdown.ts';
import { sectionsOf } from './search-sections.ts';

const sidebar: DefaultTheme.SidebarItem[] = JSON.parse(readFileSync('menu.json', 'utf8'));

/** Components of the theme, and what is used instead. */
const replaced = {
  VPNavBarSearch: 'search/SearchButton.vue',
  VPSidebarItem: 'menu/MenuItem.vue',
};

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
  vite: {
    logLevel: 'warn',
    resolve: {
      alias: Object.entries(replaced).map(([component, own]) => ({
        find: new RegExp(`^.*/${component}\\.vue$`),
        replacement: join(import.meta.dirname, 'theme', own),
      })),
    },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { miniSearch: { _splitIntoSections: (_, html) => sectionsOf(html) } },
    },
    docFooter: { prev: false, next: false },
  },
});
