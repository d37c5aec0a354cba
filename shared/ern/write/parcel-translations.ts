/** Titles in other languages, as stores get them. */
import * as v from 'valibot';
import { storedTranslations } from '../../catalogue/api/title-translations.ts';
import { languageById } from '../../reference/data/languages.ts';
import type { ParcelTranslation } from './parcel.ts';

/** @param value of `title-translations`. Albums and tracks of older versions have none. */
export const parcelTranslations = (value: unknown): ParcelTranslation[] =>
  v.parse(storedTranslations, value).flatMap(({ language: id, ...titles }) => {
    const language = languageById(id)?.code;
    return language === undefined ? [] : [{ language, ...titles }];
  });
