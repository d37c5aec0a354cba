/** VitePress's theme with system fonts, colours with more contrast, and forms that call the API. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import AlbumOnItsWay from './album/AlbumOnItsWay.vue';
import TryOut from './forms/TryOut.vue';
import PageLayout from './PageLayout.vue';
import './site.css';
import './forms/forms.css';

export default {
  extends: DefaultTheme,
  Layout: PageLayout,
  enhanceApp({ app }) {
    app.component('AlbumOnItsWay', AlbumOnItsWay);
    app.component('TryOut', TryOut);
  },
} satisfies Theme;
