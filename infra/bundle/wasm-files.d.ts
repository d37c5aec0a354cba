/** What esbuild's loader `binary` makes of a file. */
declare module '*.wasm' {
  const binary: Uint8Array<ArrayBuffer>;
  export default binary;
}
