declare module '*.vue' {
  const component: import('vue').Component;
  export default component;
}
declare module '*.css';
/** The index of the search, by language. */
declare module '@localSearchIndex' {
  const index: { readonly root: () => Promise<{ readonly default: string }> };
  export default index;
}
