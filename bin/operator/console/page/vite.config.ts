/** Builds the console's page. */
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative, because the local stage serves the page below another path.
  base: './',
  plugins: [vue()],
  build: {
    // The content security policy allows no inline content.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
  },
});
