import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { playSeries } from '../../../infra/operator/play-series.ts';
import { usagePicture } from '../../../infra/operator/usage-picture.ts';

const sums = {
  from: '2026-11-01',
  to: '2026-11-03',
  days: { '2026-11-01': 1200, '2026-11-03': 34 },
  countries: { JP: 1000, BR: 234 },
};
const pictureFor = (name: string) => usagePicture(name, playSeries(sums, { isOpenEnded: false }));
const parser = new XMLParser({ ignoreAttributes: false });

describe('the chart of plays', () => {
  it('shows the total, the days, and the countries with their shares', () => {
    const { svg } = parser.parse(pictureFor('Ada'));
    const texts = svg.text.map((each: { '#text': unknown }) => String(each['#text']));
    expect(texts).toEqual(
      expect.arrayContaining([
        '1,234 plays, Ada',
        '2026-11-01 to 2026-11-03',
        'Day (UTC)',
        '2026-11-02',
        'Japan',
        '1,000 (81.0 %)',
        'Brazil',
        '234 (19.0 %)',
      ]),
    );
  });

  it('has a description for screen readers', () => {
    const { svg } = parser.parse(pictureFor('Ada'));
    expect(svg).toMatchObject({
      '@_role': 'img',
      '@_aria-labelledby': 'title',
      '@_aria-describedby': 'text',
    });
    expect(svg.title).toEqual({ '@_id': 'title', '#text': '1,234 plays, Ada' });
    expect(svg.desc['#text']).toMatch(/Japan: 1,000\. Brazil: 234\.$/);
  });

  it.each(['<script>&"\']]>', 'x'.repeat(255), '林 さくら', '$& $1 {b|c}'])(
    'is well-formed XML with the name %s',
    (name) => {
      const picture = pictureFor(name);
      expect(XMLValidator.validate(picture)).toBe(true);
      expect(parser.parse(picture).svg.title['#text']).toBe(`1,234 plays, ${name}`);
    },
  );
});
