/** The index of the search, by language. VitePress makes it. */
declare module '@localSearchIndex' {
  const index: { readonly root: () => Promise<{ readonly default: string }> };
  export default index;
}
