/** Writes the titles of releases and recordings, also in other languages and scripts. */
import { titleBeforeVersion } from '../../catalogue/rules/version-in-title.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import { phoneticTag, titleTag } from './language-tags.ts';
import type { ParcelTranslation, Work } from './parcel.ts';

type Titled = Pick<Work, 'title' | 'version' | 'titleTranslations'>;

/** What has no language in a message has this one. */
export const messageLanguage = ({ language }: Pick<Work, 'language'>): string => language ?? 'en';

/** The attribute of a recording in another language than its message. Its texts are in that language. */
export function otherLanguage(
  { language }: Pick<Work, 'language'>,
  release: Pick<Work, 'language'>,
): XmlElement {
  const isOther = language !== null && language !== messageLanguage(release);
  return isOther ? { '@LanguageAndScriptCode': language } : {};
}

/**
 * The elements DisplayTitleText and DisplayTitle. Stores show the title of one language alone, so each is with the
 * version.
 * @param own the language of the message, or of the recording.
 */
export function titles({ title, version, titleTranslations }: Titled, own: string): XmlElement {
  const displayed = [
    { title, attributes: { '@ApplicableTerritoryCode': 'Worldwide', '@IsDefault': true } },
    ...titleTranslations.flatMap((each) => inLanguage(each, { title, own })),
  ].map((each) => ({ ...each, title: titleBeforeVersion(each.title, version) ?? each.title }));
  const subTitle = version === null ? {} : { SubTitle: { '@SubTitleType': 'Version', '#text': version } };
  return {
    DisplayTitleText: displayed.map((each) => ({
      ...each.attributes,
      '#text': version === null ? each.title : `${each.title} (${version})`,
    })),
    DisplayTitle: displayed.map((each) => ({ ...each.attributes, TitleText: each.title, ...subTitle })),
  };
}

/**
 * A title in the own language that is the default one has only its pronunciation. Others have a
 * script only without pronunciation, so that receivers can distinguish them.
 */
function inLanguage(
  { language, title, phonetic }: ParcelTranslation,
  main: { readonly title: string; readonly own: string },
): { title: string; attributes: XmlElement }[] {
  const isOwn = language === main.own;
  const tag = isOwn || phonetic !== null ? language : titleTag(language, title);
  return [
    ...(isOwn && title === main.title ? [] : [{ title, attributes: taggedWith(tag) }]),
    ...(phonetic === null
      ? []
      : [{ title: phonetic, attributes: taggedWith(phoneticTag(language, phonetic)) }]),
  ];
}

const taggedWith = (tag: string): XmlElement => ({
  '@LanguageAndScriptCode': tag,
  '@ApplicableTerritoryCode': 'Worldwide',
});
