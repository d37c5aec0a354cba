/** Loads Chromaprint, without the loader of its package, which prints and adds listeners to the process. */
import { chromaprintBinary } from '#chromaprint-binary';
import { once } from '../../platform/once.ts';

/** Functions of chromaprint.h. Pointers are numbers, and 0 means that a call failed. */
export interface Chromaprint {
  readonly memory: WebAssembly.Memory;
  malloc(bytes: number): number;
  chromaprint_new(algorithm: number): number;
  chromaprint_start(context: number, sampleRate: number, channels: number): number;
  chromaprint_feed(context: number, samples: number, count: number): number;
  chromaprint_finish(context: number): number;
  chromaprint_get_raw_fingerprint(context: number, items: number, count: number): number;
}

/** What the compiler's runtime adds. */
interface Instance extends Chromaprint {
  __wasm_call_ctors(): void;
}

const compiled = once(() => WebAssembly.compile(chromaprintBinary()));

const PAGE_BYTES = 65_536;

/** @returns a new instance. Its memory is freed with it. */
export async function chromaprint(): Promise<Chromaprint> {
  const nothing = () => 0;
  const stop = () => {
    throw new Error('Chromaprint stopped.');
  };
  const grow = (size: number): number => {
    const { memory } = exports;
    try {
      memory.grow(Math.ceil((size - memory.buffer.byteLength) / PAGE_BYTES));
      return 1;
    } catch {
      return 0;
    }
  };
  const env = {
    emscripten_resize_heap: grow,
    emscripten_get_now: () => performance.now(),
    emscripten_date_now: () => Date.now(),
    emscripten_err: nothing,
    _abort_js: stop,
    __cxa_throw: stop,
    _setitimer_js: nothing,
    _emscripten_runtime_keepalive_clear: nothing,
  };
  const wasi_snapshot_preview1 = {
    fd_write: nothing,
    fd_close: nothing,
    fd_seek: nothing,
    random_get: nothing,
    environ_get: nothing,
    environ_sizes_get: nothing,
    proc_exit: stop,
  };
  const instance = await WebAssembly.instantiate(await compiled(), { env, wasi_snapshot_preview1 });
  // The package is pinned, and a test compares its fingerprints with those of fpcalc.
  const exports = instance.exports as Instance & { emscripten_stack_init?(): void };
  exports.emscripten_stack_init?.();
  exports.__wasm_call_ctors();
  return exports;
}
