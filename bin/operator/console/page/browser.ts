/** What modules of the page use of the browser. The types of the DOM are not loaded, as the service has none. */

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: { matches(selector: string): boolean };
  preventDefault(): void;
}

interface Upload {
  readonly upload: { onprogress: (event: { readonly loaded: number; readonly total: number }) => void };
  readonly status: number;
  readonly responseText: string;
  onload: () => void;
  onerror: () => void;
  open(method: 'POST', path: string): void;
  setRequestHeader(name: string, value: string): void;
  send(content: Blob): void;
}

interface Browser {
  readonly document: {
    readonly hidden: boolean;
    addEventListener(type: 'visibilitychange', listener: () => void): void;
    removeEventListener(type: 'visibilitychange', listener: () => void): void;
  };
  readonly location: { readonly hash: string; readonly pathname: string; readonly port: string };
  readonly history: { replaceState(state: null, title: '', address: string): void };
  readonly localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  readonly XMLHttpRequest: new () => Upload;
  addEventListener(type: 'keydown', listener: (event: KeyPress) => void): void;
  removeEventListener(type: 'keydown', listener: (event: KeyPress) => void): void;
}

export const browser = globalThis as unknown as Browser;
