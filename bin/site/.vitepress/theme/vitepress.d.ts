/** What VitePress does not declare of its parts. */
declare module 'vitepress/dist/client/theme-default/composables/sidebar' {
  export const useCloseSidebarOnEscape: (isOpen: import('vue').Ref<boolean>, close: () => void) => void;
}

/** The index of the search, by language. */
declare module '@localSearchIndex' {
  const index: { readonly root: () => Promise<{ readonly default: string }> };
  export default index;
}
