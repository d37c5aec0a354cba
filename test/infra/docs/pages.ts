/** The pages of the documentation, and the Markdown elements that the tests read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { marked, type Token } from 'marked';

export const root = join(import.meta.dirname, '../../..');

export interface DocumentationPage {
  /** Relative to the root of the project. */
  readonly file: string;
  /** Targets of links and images. */
  readonly links: readonly string[];
  /** The anchors that GitHub gives to the headings. */
  readonly anchors: ReadonlySet<string>;
  /** Inline code. */
  readonly spans: readonly string[];
  /** Blocks of commands. */
  readonly commands: readonly string[];
}

/** @returns a page of this text. */
export function readPage(file: string, text: string): DocumentationPage {
  const tokens: Token[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    tokens.push(token);
  });
  const slugger = new GithubSlugger();
  const headings = tokens.filter(({ type }) => type === 'heading');
  const of = (type: string, member: 'href' | 'text' | 'raw') =>
    tokens.flatMap((token) =>
      token.type === type && member in token ? [String(token[member as never])] : [],
    );
  return {
    file,
    links: [...of('link', 'href'), ...of('image', 'href'), ...of('html', 'raw').flatMap(picturesIn)],
    anchors: new Set(headings.map((heading) => slugger.slug(plainText(heading)))),
    spans: of('codespan', 'text'),
    commands: tokens.flatMap((token) =>
      token.type === 'code' && /^sh\b/.test(String(token['lang'])) ? [String(token['text'])] : [],
    ),
  };
}

/** The files of pictures in HTML, which GitHub chooses by its theme. */
const picturesIn = (html: string): string[] =>
  Array.from(html.matchAll(/\b(?:src|srcset)="([^"]+)"/g), ([, file = '']) => file);

/** The text of a heading without its markup. */
function plainText(token: Token): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(plainText).join('');
  return 'text' in token ? String(token.text) : token.raw;
}

const markdownIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

export const pages: readonly DocumentationPage[] = [
  'README.md',
  'bin/local/README.md',
  ...markdownIn('shared'),
  ...markdownIn('.github'),
  ...markdownIn('docs'),
].map((file) => readPage(file, readFileSync(join(root, file), 'utf8')));
