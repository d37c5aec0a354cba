import { expect, it } from 'vitest';
import { phoneticTag, titleTag } from '../../../../shared/ern/write/language-tags.ts';

it.each([
  ['ja', '夢のララバイ', 'ja', 'ja-Zyyy'],
  ['ja', 'ゆめ', 'ja', 'ja-Hira'],
  ['ja', 'ﾕﾒﾉ', 'ja', 'ja-Kana'],
  ['ja', 'ゆメ', 'ja', 'ja-Hrkt'],
  ['ja', 'Yume no Rarabai', 'ja-Latn', 'ja-Latn'],
  ['ja', 'Yume ゆめ', 'ja', 'ja-Zyyy'],
  ['zh', '梦', 'zh', 'zh-Hani'],
  ['zh', 'Mèng', 'zh-Latn', 'zh-Latn'],
  ['zh', 'ㄇㄥˋ', 'zh-Bopo', 'zh-Bopo'],
  ['ko', '꿈', 'ko', 'ko-Hang'],
  ['ru', 'Мечта', 'ru', 'ru-Cyrl'],
  ['ru', 'Mechta', 'ru-Latn', 'ru-Latn'],
  ['sr', 'San', 'sr-Latn', 'sr-Latn'],
  ['en', 'Dream', 'en', 'en-Latn'],
  ['en', 'Мечта', 'en-Cyrl', 'en-Cyrl'],
  ['ar', 'حلم', 'ar', 'ar-Arab'],
  ['fr', '1984', 'fr', 'fr-Zyyy'],
  ['fr', '🎵', 'fr', 'fr-Zyyy'],
])('in %s, the title %s gets the tag %s, and %s as a pronunciation', (language, title, tag, phonetic) => {
  expect(titleTag(language, title)).toBe(tag);
  expect(phoneticTag(language, title)).toBe(phonetic);
});
