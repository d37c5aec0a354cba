/** Draws plays by day and by country, as SVG. */
import { BarChart } from 'echarts/charts';
import { GridComponent, TitleComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Bar, PlaySeries } from './play-series.ts';

use([BarChart, GridComponent, TitleComponent, SVGRenderer]);

const WIDTH = 1000;
const MARGIN = 40;
const DAYS = { titleTop: 104, top: 148, height: 240 };
const COUNTRIES = { titleTop: 460, top: 496, rowHeight: 26, below: 70 };
const BLUE = '#1f5fa8';
const INK = '#222222';
const GREY = '#555555';
const FONT = 'Helvetica, Arial, sans-serif';

/** @param name of the user. @returns the text of an SVG file. */
export function usagePicture(name: string, { total, days, countries }: PlaySeries): string {
  const height = COUNTRIES.top + countries.length * COUNTRIES.rowHeight + COUNTRIES.below;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  const title = `${shown(total)} ${total === 1 ? 'play' : 'plays'}, ${name}`;
  const first = days[0]?.label;
  const last = days.at(-1)?.label;
  const range = first === last ? `${first}` : `${first} to ${last}`;
  try {
    chart.setOption({
      animation: false,
      backgroundColor: '#ffffff',
      textStyle: { fontFamily: FONT, fontSize: 14, color: INK },
      title: [
        { ...heading(title, 24), top: 22, subtext: range, subtextStyle: { fontSize: 15, color: GREY } },
        { ...heading('Plays by day', 17), top: DAYS.titleTop },
        { ...heading('Plays by country', 17), top: COUNTRIES.titleTop },
      ],
      ...panels(days, countries),
    });
    const text = `${title}, ${range}, by day and by country. ${countries.map(sentence).join(' ')}`;
    return described(chart.renderToSVGString(), { title, text });
  } finally {
    // Its timer would keep the process running.
    chart.dispose();
  }
}

const shown = (count: number): string => count.toLocaleString('en');
const sentence = ({ label, plays }: Bar): string => `${label}: ${shown(plays)}.`;

/** Names of users can be longer than the picture is wide. The library only guesses how wide a text becomes. */
const heading = (text: string, fontSize: number) => ({
  text,
  left: MARGIN - 5,
  textStyle: { fontSize, color: INK, width: 0.75 * WIDTH, overflow: 'truncate' as const },
});

function panels(days: readonly Bar[], countries: readonly Bar[]) {
  const axis = { nameTextStyle: { fontSize: 14, color: GREY }, axisLabel: { fontSize: 13, color: INK } };
  const plays = {
    ...axis,
    type: 'value' as const,
    name: 'Plays',
    minInterval: 1,
    axisLabel: { ...axis.axisLabel, formatter: shown },
  };
  const category = { ...axis, type: 'category' as const, axisTick: { show: false } };
  const middle = { nameLocation: 'middle' as const, nameGap: 34 };
  return {
    grid: [
      { left: 110, right: MARGIN, top: DAYS.top, height: DAYS.height },
      { left: 250, right: 200, top: COUNTRIES.top, height: countries.length * COUNTRIES.rowHeight },
    ],
    xAxis: [
      { ...category, ...middle, gridIndex: 0, name: 'Day (UTC)', data: days.map(({ label }) => label) },
      { ...plays, ...middle, gridIndex: 1 },
    ],
    yAxis: [
      { ...plays, gridIndex: 0, nameLocation: 'middle' as const, nameGap: 78 },
      {
        ...category,
        gridIndex: 1,
        name: 'Country',
        nameLocation: 'middle' as const,
        nameGap: 212,
        inverse: true,
        data: countries.map(({ label }) => label),
        axisLabel: { ...axis.axisLabel, interval: 0, width: 190, overflow: 'truncate' as const },
      },
    ],
    series: [barsOf(days, 0), { ...barsOf(countries, 1), label: playsLabel(countries) }],
  };
}

const barsOf = (bars: readonly Bar[], index: number) => ({
  type: 'bar' as const,
  xAxisIndex: index,
  yAxisIndex: index,
  barCategoryGap: index === 0 ? '15%' : '30%',
  barMaxWidth: 40,
  silent: true,
  itemStyle: { color: BLUE },
  data: bars.map(({ plays }) => plays),
});

/** The plays of a country, and its share of all. */
function playsLabel(countries: readonly Bar[]) {
  const total = countries.reduce((sum, { plays }) => sum + plays, 0);
  const share = (plays: number) => `${((100 * plays) / total).toFixed(1)} %`;
  const formatter = ({ dataIndex }: { dataIndex: number }) => {
    const plays = countries[dataIndex]?.plays ?? 0;
    return `${shown(plays)} (${share(plays)})`;
  };
  return { show: true, position: 'right' as const, fontSize: 13, color: INK, formatter };
}

/** What readers of screens say instead of the picture. */
function described(svg: string, { title, text }: { title: string; text: string }): string {
  const described = `<title id="title">${escaped(title)}</title>\n<desc id="text">${escaped(text)}</desc>\n`;
  return svg.replace(
    /^<svg ([^>]*)>\n/,
    (_, attributes) =>
      `<svg ${attributes} role="img" aria-labelledby="title" aria-describedby="text">\n${described}`,
  );
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
