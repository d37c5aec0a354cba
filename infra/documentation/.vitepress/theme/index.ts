/** VitePress's theme with system fonts, colours with more contrast, and forms that call the API. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import AlbumOnItsWay from './AlbumOnItsWay.vue';
import SiteLayout from './SiteLayout.vue';
import TryOut from './TryOut.vue';
import './article.css';
import './site.css';

export default {
  extends: DefaultTheme,
  Layout: SiteLayout,
  enhanceApp({ app }) {
    app.component('AlbumOnItsWay', AlbumOnItsWay);
    app.component('TryOut', TryOut);
  },
} satisfies Theme;
