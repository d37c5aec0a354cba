/** The part of WebAssembly that is used here. The types of Node lack it. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }

  interface Instance {
    readonly exports: object;
  }

  function compile(binary: Uint8Array<ArrayBuffer>): Promise<Module>;

  function instantiate(module: Module, imports: Record<string, Record<string, unknown>>): Promise<Instance>;
}
