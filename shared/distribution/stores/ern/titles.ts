/** Writes the titles of releases and recordings, also in other languages and scripts. */
import type { ParcelTranslation, Work } from '../parcel.ts';
import { phoneticTag, titleTag } from './language-tags.ts';
import type { XmlElement } from './xml-document.ts';

type Titled = Pick<Work, 'title' | 'version' | 'titleTranslations'>;

/** What has no language in a message has this one. */
export const messageLanguage = ({ language }: Pick<Work, 'language'>): string => language ?? 'en';

/**
 * The elements DisplayTitleText, DisplayTitle and AdditionalTitle. Stores show the title of one language alone,
 * so each is with the version.
 * @param own the language of the message.
 */
export function titles({ title, version, titleTranslations }: Titled, own: string): XmlElement {
  const isDefault = { '@ApplicableTerritoryCode': 'Worldwide', '@IsDefault': true };
  const displayed = [
    { title, attributes: isDefault },
    ...titleTranslations.flatMap((each) =>
      each.language === own && each.title === title
        ? []
        : { title: each.title, attributes: ofLanguage(each, own) },
    ),
  ];
  const subTitle = version === null ? {} : { SubTitle: { '@SubTitleType': 'Version', '#text': version } };
  return {
    DisplayTitleText: displayed.map((each) => ({
      ...each.attributes,
      '#text': version === null ? each.title : `${each.title} (${version})`,
    })),
    DisplayTitle: displayed.map((each) => ({ ...each.attributes, TitleText: each.title, ...subTitle })),
    AdditionalTitle: titleTranslations.flatMap(({ language, phonetic }) =>
      phonetic === null
        ? []
        : {
            '@LanguageAndScriptCode': phoneticTag(language, phonetic),
            '@ApplicableTerritoryCode': 'Worldwide',
            '@TitleType': 'TransliteratedTitle',
            TitleText: phonetic,
          },
    ),
  };
}

/** The default title has no script, so others of its language have none either. */
const ofLanguage = ({ language, title }: ParcelTranslation, own: string): XmlElement => ({
  '@LanguageAndScriptCode': language === own ? language : titleTag(language, title),
  '@ApplicableTerritoryCode': 'Worldwide',
});
