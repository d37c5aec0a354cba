/** Reads the titles of releases and recordings, also those in other languages and scripts. */
import { MAX_TRANSLATIONS, type TitleTranslation } from '../../catalogue/api/title-translations.ts';
import { titleBeforeVersion } from '../../catalogue/rules/version-in-title.ts';
import { languageById, languageOf } from '../../reference/reference-names.ts';
import { isUsualScript, isWholeScript, mixesScripts } from '../write/language-tags.ts';
import { at, textAt, textsAt, type XmlNode } from '../xml/xml-tree.ts';
import { type Choice, isTrue } from './choice.ts';

export interface Titles {
  readonly title: string | undefined;
  /** Such as "Live". */
  readonly version: string | undefined;
  /** @param kept the version that the release or recording has in the catalogue. */
  readonly translationsWith: (kept: string | undefined) => readonly TitleTranslation[];
}

interface ReadingTitles {
  readonly choice: Choice;
  /** The language of the message. */
  readonly language: string | undefined;
}

/** @param node a release or a resource. */
export function titlesOf(node: XmlNode, { choice, language }: ReadingTitles): Titles {
  const own = node.attributes[TAG] ?? language ?? 'en';
  const displayed = at(node, 'DisplayTitle').filter((each) => textAt(each, 'TitleText') !== undefined);
  const all = displayed.length > 0 ? [...displayed, ...textsBeside(node, displayed)] : at(node, TEXT);
  const best = choice.best(preferred(all, own));
  const main = best && choice.one(all.filter((each) => isAlike(each, best)));
  if (!main) return { title: undefined, version: undefined, translationsWith: () => [] };
  const [title, version] = [titleIn(main), versionIn(main)];
  return {
    title,
    version,
    translationsWith(kept) {
      const others = all.filter((each) => !isAlike(each, main));
      const reading = new Translations(choice, { title, version, tag: tagOf(main) ?? own }, kept);
      reading.addDisplayed(others, own);
      reading.addAdditional(at(node, 'AdditionalTitle'), own);
      return reading.all();
    },
  };
}

const TAG = 'LanguageAndScriptCode';
const TEXT = 'DisplayTitleText';

const tagOf = ({ attributes }: XmlNode): string | undefined => attributes[TAG];
const isAlike = (one: XmlNode, other: XmlNode): boolean =>
  tagOf(one) === tagOf(other) && one.name === other.name;

/** Many senders write "Tides (Live)" with the subtitle "Live". */
function titleIn(node: XmlNode): string | undefined {
  if (node.name === TEXT) return node.text;
  const title = textAt(node, 'TitleText');
  return title === undefined ? undefined : (titleBeforeVersion(title, versionIn(node) ?? null) ?? title);
}

function versionIn(node: XmlNode): string | undefined {
  const versions = textsAt(node, 'SubTitle');
  return versions.length > 0 ? versions.join(', ') : undefined;
}

/** Some senders write a title in another language only as text. */
function textsBeside(node: XmlNode, displayed: readonly XmlNode[]): XmlNode[] {
  const tags = new Set([undefined, ...displayed.map(tagOf)]);
  return at(node, TEXT).filter((text) => !tags.has(tagOf(text)));
}

/** Without a default, the original title is preferred, and then one in the language of the message. */
function preferred(all: readonly XmlNode[], own: string): readonly XmlNode[] {
  const flagged = (flag: string) => all.filter(({ attributes }) => isTrue(attributes[flag]));
  const groups = [
    flagged('IsDefault'),
    flagged('IsInOriginalLanguage'),
    all.filter((each) => languageOf(tagOf(each) ?? own)?.id === languageOf(own)?.id),
  ];
  return groups.find((group) => group.length > 0) ?? all;
}

/** The titles of one release or recording in other languages, while they are read. */
class Translations {
  readonly #found = new Map<string, TitleTranslation>();
  readonly #choice: Choice;
  readonly #main: {
    readonly title: string;
    readonly whole: string;
    readonly language: string | undefined;
    readonly rank: Rank;
  };
  readonly #version: string | undefined;

  /** @param kept the version in the catalogue. */
  constructor(
    choice: Choice,
    { title = '', version, tag }: Omit<Titles, 'translationsWith'> & { tag: string },
    kept: string | undefined,
  ) {
    this.#choice = choice;
    const whole = withVersion(title, version);
    this.#main = { title, whole, language: languageOf(tag)?.id, rank: rankOf(tag) };
    this.#version = kept;
  }

  all(): readonly TitleTranslation[] {
    const all = [...this.#found.values()];
    if (all.length > MAX_TRANSLATIONS)
      this.#choice.note(`Titles in other languages after ${MAX_TRANSLATIONS} are omitted.`);
    return all.slice(0, MAX_TRANSLATIONS);
  }

  /** @param own the tag of those that have none. */
  addDisplayed(nodes: readonly XmlNode[], own: string): void {
    const byTag = Map.groupBy(this.#here(nodes), (each) => tagOf(each) ?? own);
    const ranked = Array.from(byTag, ([tag, group]) => ({ tag, rank: rankOf(tag), group }));
    // The title of a language comes before those in other scripts, which tell how it is pronounced.
    for (const { tag, rank, group } of ranked.toSorted((left, right) => left.rank - right.rank)) {
      const node = this.#choice.one(group);
      const title = node && this.#titleOf(node);
      if (title === undefined) continue;
      const isPhonetic = rank > 0 && this.#addPhonetic(tag, title, rank);
      if (!isPhonetic) this.#addTitle(tag, title);
    }
  }

  addAdditional(nodes: readonly XmlNode[], own: string): void {
    for (const node of this.#here(nodes)) {
      const type = node.attributes['TitleType'];
      const tag = tagOf(node) ?? own;
      const title = textAt(node, 'TitleText');
      if (title === undefined) continue;
      if (type === 'TransliteratedTitle') {
        if (!this.#addPhonetic(tag, title)) this.#addTitle(tag, title);
      } else if (type === 'TranslatedTitle') this.#addTitle(tag, this.#titleOf(node));
      else this.#choice.note(`AdditionalTitle of the type ${type ?? 'unknown'} is omitted.`);
    }
  }

  #here(nodes: readonly XmlNode[]): readonly XmlNode[] {
    const here = nodes.filter((each) => this.#choice.isApplicable(each));
    if (here.length < nodes.length) this.#choice.note('Titles for other territories are omitted.');
    return here;
  }

  #addTitle(tag: string, title: string): void {
    const language = this.#languageOf(tag);
    const isMain = language === this.#main.language && [this.#main.title, this.#main.whole].includes(title);
    if (language === undefined || isMain) return;
    const known = this.#found.get(language);
    if (!known) this.#found.set(language, { language, title, phonetic: null });
    else if (known.title !== title && known.phonetic !== title) this.#noteFurther(language);
  }

  /**
   * A title in an unusual script tells the pronunciation of one in a usual script, not the other way round.
   * @returns whether there is a title that it tells the pronunciation of.
   */
  #addPhonetic(tag: string, phonetic: string, rank: Rank = 2): boolean {
    const language = this.#languageOf(tag);
    if (language === undefined) return true;
    const isOfMain = language === this.#main.language && rank >= this.#main.rank;
    const known =
      this.#found.get(language) ??
      (isOfMain ? { language, title: this.#main.title, phonetic: null } : undefined);
    if (!known) return false;
    if (rank === 1 && known.title === phonetic && !mixesScripts(tag.split('-')[0] ?? tag)) return true;
    if (known.phonetic === null) this.#found.set(language, { ...known, phonetic });
    else if (known.phonetic !== phonetic) this.#noteFurther(language);
    return true;
  }

  #languageOf(tag: string): string | undefined {
    const id = languageOf(tag)?.id;
    if (id === undefined)
      this.#choice.note(`A title in the language ${tag} is omitted, because /languages lacks it.`);
    return id;
  }

  #noteFurther(language: string): void {
    this.#choice.note(`Further titles in ${languageById(language)?.name} are omitted.`);
  }

  /** Stores get titles in other languages with the version of the release or recording. */
  #titleOf(node: XmlNode): string {
    const version = versionIn(node);
    const title = titleIn(node) ?? '';
    if (this.#version === undefined) return withVersion(title, version);
    if (version !== undefined && version !== this.#version)
      this.#choice.note('Versions in other languages are omitted.');
    const suffix = withVersion('', this.#version);
    return node.name === TEXT && title.endsWith(suffix) ? title.slice(0, -suffix.length) : title;
  }
}

const withVersion = (title: string, version: string | undefined): string =>
  version === undefined ? title : `${title} (${version})`;

/** 0 for a tag that names no script but all of its language, 1 for a usual script, and 2 for others. */
type Rank = 0 | 1 | 2;

function rankOf(tag: string): Rank {
  const [language = '', ...parts] = tag.split('-');
  const part = parts.find((each) => /^[a-z]{4}$/i.test(each));
  const script = part && `${part.charAt(0).toUpperCase()}${part.slice(1).toLowerCase()}`;
  if (script === undefined || isWholeScript(script)) return 0;
  try {
    return isUsualScript(language, script) ? 1 : 2;
  } catch {
    // Not all senders write tags that are well-formed.
    return 2;
  }
}
