/** What a form shows of a response. */

interface Responded {
  readonly status: number;
  readonly type?: string;
  readonly headers: Pick<Headers, 'get'>;
}

/** @returns the status in a sentence, with what to do next. */
export function outcomeOf(
  { status, type, headers }: Responded,
  { needsToken }: { needsToken: boolean },
): string {
  // Browsers hide the target.
  if (type === 'opaqueredirect')
    return 'The service redirects to a file, which this page does not load. Open the address in another tab.';
  if (status === 401 && needsToken)
    return 'The session has ended. Sign in again above, then send the request again. What you entered is kept.';
  const seconds = headers.get('retry-after');
  if (status === 429 || (status === 503 && seconds))
    return `${status === 429 ? 'These were too many requests' : 'The service is busy'}. Wait ${waitText(seconds)}, then send the request again.`;
  return '';
}

const waitText = (seconds: string | null): string =>
  seconds === null ? 'a minute' : `${seconds} ${seconds === '1' ? 'second' : 'seconds'}`;

const SHOWN_HEADERS = ['ETag', 'Location', 'Retry-After'];

/** @returns lines with the headers that other requests need. */
export const headerLines = ({ headers }: Responded): string[] =>
  SHOWN_HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });

/** @returns JSON with a line for each member, other texts as they are. */
export function bodyText(text: string, type: string | null): string {
  if (!type?.includes('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Longer texts are folded, because they slow down the page. */
const SHOWN_CHARACTERS = 20_000;

/** @returns the beginning of a long text, at the end of a line, and how many characters follow. */
export function folded(text: string): { readonly shown: string; readonly more: number } {
  if (text.length <= SHOWN_CHARACTERS * 1.5) return { shown: text, more: 0 };
  const end = text.lastIndexOf('\n', SHOWN_CHARACTERS);
  const shown = text.slice(0, end > SHOWN_CHARACTERS / 2 ? end : SHOWN_CHARACTERS);
  return { shown, more: text.length - shown.length };
}
