/**
 * Reads blocks of commands in guides, as far as they only send requests with `api`, so that they can be shown in other
 * languages as well. A variable of the shell is `{{NAME}}` in texts.
 */

export interface GuideRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type Statement =
  /** Prints the response. */
  | { readonly does: 'send'; readonly request: GuideRequest }
  /** Keeps the id of the record in the response, or of the first in its list. */
  | { readonly does: 'keep'; readonly name: string; readonly request: GuideRequest }
  | { readonly does: 'print'; readonly text: string }
  /** Makes a value that is different each time. */
  | { readonly does: 'choose'; readonly name: string; readonly start: string };

/** @returns undefined for a block with other commands. */
export function statementsIn(block: string): readonly Statement[] | undefined {
  const read = partsOf(block).map(statementOf);
  const statements = read.filter((each) => each !== undefined);
  return statements.length === read.length ? statements : undefined;
}

/** Up to a semicolon or the end of a line, outside of quotes. */
const PART = /(?:'[^']*'|"[^"]*"|\\\n|[^'"\\;\n])+/g;
const partsOf = (block: string): string[] =>
  (block.match(PART) ?? []).map((part) => part.trim()).filter((part) => part !== '');

function statementOf(part: string): Statement | undefined {
  const [, kept, keptArguments] = /^([A-Z]+)=\$\(api (.*) \| idOf\)$/s.exec(part) ?? [];
  if (kept !== undefined && keptArguments !== undefined) {
    const request = requestOf(keptArguments);
    return request && { does: 'keep', name: kept, request };
  }
  const [, chosen, start] = /^([A-Z]+)=([\w-]+)\$RANDOM\$RANDOM$/.exec(part) ?? [];
  if (chosen !== undefined && start !== undefined) return { does: 'choose', name: chosen, start };
  const [, printed] = /^echo (".*")$/.exec(part) ?? [];
  if (printed !== undefined) return { does: 'print', text: wordsOf(printed).join(' ') };
  const [, sent] = /^api (.*)$/s.exec(part) ?? [];
  const request = sent === undefined ? undefined : requestOf(sent);
  return request && { does: 'send', request };
}

/** A part of a word: in single quotes, in double quotes, or without. */
const PIECE = /'([^']*)'|"([^"]*)"|([^\s'"\\]+)|(?:\s|\\\n)+/g;
const withVariables = (text: string): string => text.replace(/\$([A-Z]+)/g, '{{$1}}');

function wordsOf(text: string): string[] {
  const words: string[] = [''];
  for (const [piece, single, double, bare] of text.matchAll(PIECE)) {
    const isBetween = single === undefined && double === undefined && bare === undefined;
    if (isBetween && piece !== '') words.push('');
    else words[words.length - 1] += single ?? withVariables(double ?? bare ?? '');
  }
  return words.filter((word) => word !== '');
}

/** @param text the arguments of `api`, which are those of curl after the path. */
function requestOf(text: string): GuideRequest | undefined {
  const [path = '', ...options] = wordsOf(text);
  let method: string | undefined;
  let body: unknown;
  const headers: Record<string, string> = {};
  for (let at = 0; at < options.length; at += 2) {
    const [option = '', value = ''] = options.slice(at, at + 2);
    if (option === '-X') method = value;
    else if (option === '-d') body = JSON.parse(value);
    else if (option === '-H') headers[value.replace(/:.*/, '')] = value.replace(/^[^:]*: */, '');
    // Other languages attempt a request once.
    else if (!['--retry', '--max-time'].includes(option)) return undefined;
  }
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), path, headers, body };
}

/** Whether the response is a list. */
export const isList = ({ method, path }: GuideRequest): boolean =>
  method === 'GET' && !/\/(\{\{\w+\}\}|\d+)(\?|$)/.test(path);
