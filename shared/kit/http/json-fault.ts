/** Finds where a text is not JSON. The runtime does not say so for each fault. */

/** Between quotes, all but control characters, quotes and backslashes. */
const TOKEN =
  /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;
const SPACE = /[ \t\n\r]*/y;

type Expecting = 'value' | 'first-value' | 'key' | 'first-key' | ':' | 'next';

/** @returns the index of the first character that cannot be there, which is the length of a text that ends too early. */
export function faultIn(text: string): number {
  const open: ('{' | '[')[] = [];
  let expecting: Expecting = 'value';
  for (let at = 0; ; ) {
    at = endOf(SPACE, text, at) ?? at;
    const end = endOf(TOKEN, text, at);
    const after: Expecting | undefined =
      end === undefined ? undefined : following(expecting, text.slice(at, Math.min(end, at + 1)), open);
    if (end === undefined || after === undefined) return at;
    expecting = after;
    at = end;
  }
}

function endOf(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** @param open what is open, which changes. @returns what can follow a token, or undefined if the token is a fault. */
function following(expecting: Expecting, token: string, open: ('{' | '[')[]): Expecting | undefined {
  const within = open.at(-1);
  switch (expecting) {
    case ':':
      return token === ':' ? 'value' : undefined;
    case 'next':
      if (token === ',' && within) return within === '{' ? 'key' : 'value';
      return closes(token, open) ? 'next' : undefined;
    case 'key':
    case 'first-key':
      if (token === '"') return ':';
      return expecting === 'first-key' && closes(token, open) ? 'next' : undefined;
    default:
      if (token === '{' || token === '[') {
        open.push(token);
        return token === '{' ? 'first-key' : 'first-value';
      }
      if (!'}],:'.includes(token)) return 'next';
      return expecting === 'first-value' && closes(token, open) ? 'next' : undefined;
  }
}

function closes(token: string, open: ('{' | '[')[]): boolean {
  const isClosing = token === (open.at(-1) === '{' ? '}' : ']') && open.length > 0;
  if (isClosing) open.pop();
  return isClosing;
}
