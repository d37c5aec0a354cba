/** What the index of the search has of a page: its sections, fields and codes of errors. */

interface Section {
  /** The fragment of the address; empty for the beginning of the page. */
  readonly anchor: string;
  /** The headings above it, and its own. */
  readonly titles: readonly string[];
  readonly text: string;
}

const HEADING = /<h([1-6]) id="([^"]*)"[^>]*>(.*?)(?:<a class="header-anchor".*?)?<\/h\1>/gs;
/** A row whose first cell is a target of links (markdown.ts). */
const NAMED_ROW = /<tr>\s*<td[^>]*><code id="([^"]*)"[^>]*>(.*?)<\/code>(.*?)<\/tr>/gs;
/** Requests and responses have words that say nothing of where they are. */
const CODE = /<pre.*?<\/pre>|<label.*?<\/label>|<span class="lang">.*?<\/span>/gs;

/** @param html of a page. */
export function sectionsOf(html: string): Section[] {
  const [, ...parts] = html.replaceAll(CODE, '').split(HEADING);
  const above: string[] = [];
  return Array.from({ length: parts.length / 4 }, (_, place) => {
    const [level = '1', anchor = '', title = '', content = ''] = parts.slice(4 * place, 4 * place + 4);
    above.splice(Number(level) - 1, Infinity, textOf(title));
    const titles = above.filter(Boolean);
    const own = {
      anchor: level === '1' ? '' : anchor,
      titles,
      text: textOf(content.replaceAll(NAMED_ROW, '')),
    };
    const rows = Array.from(content.matchAll(NAMED_ROW), ([, id = '', name = '', rest = '']) => ({
      anchor: id,
      titles: [...titles, textOf(name)],
      text: textOf(rest),
    }));
    return [own, ...rows];
  }).flat();
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&\w+;/g, (entity) => entities[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
