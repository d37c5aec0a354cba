/** Components that templates use without an import. */
import type { Content } from 'vitepress';

declare module 'vue' {
  interface GlobalComponents {
    readonly Content: typeof Content;
  }
  /** Of links, whose element components choose themselves. */
  interface ComponentCustomProps {
    readonly 'aria-current'?: 'page' | undefined;
  }
}
