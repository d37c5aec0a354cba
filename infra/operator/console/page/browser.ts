/** What modules of the page use of the browser. The types of the DOM are not loaded, as the service has none. */

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: { matches(selector: string): boolean };
  preventDefault(): void;
}

interface Browser {
  readonly document: { readonly hidden: boolean };
  addEventListener(type: 'keydown', listener: (event: KeyPress) => void): void;
  removeEventListener(type: 'keydown', listener: (event: KeyPress) => void): void;
}

export const browser = globalThis as unknown as Browser;
