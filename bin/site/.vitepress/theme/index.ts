/** VitePress's theme with system fonts, colours with more contrast, and forms that call the API. */
import { defineClientComponent, type Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import TryOut from './forms/TryOut.vue';
import { tellFaults } from './page-fault.ts';
import SiteLayout from './SiteLayout.vue';
import './article.css';
import './site.css';
import './forms/forms.css';

export default {
  extends: DefaultTheme,
  Layout: SiteLayout,
  enhanceApp({ app }) {
    tellFaults(app);
    app.component(
      'AlbumOnItsWay',
      defineClientComponent(() => import('./album/AlbumOnItsWay.vue')),
    );
    app.component('TryOut', TryOut);
  },
} satisfies Theme;
