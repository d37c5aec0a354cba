/**
 * Shows the commands of guides in other languages, too. The source of a guide, as GitHub shows it, has commands of the
 * shell only. They are translated if they only send requests (`commands.ts`). Others are translated by hand, if they name
 * files in docs/code after the language: "sh sign-in".
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statementsIn } from './commands.ts';
import { type GuideLanguage, guideLanguages } from './languages.ts';

const folder = join(import.meta.dirname, '../../../docs/code');
const BLOCK = /^```sh(?: (?<name>[\w-]+))?\n(?<block>.*?)^```\n/gms;

/** A block of commands of a guide. */
interface GuideBlock {
  readonly block: string;
  /** By the code of the language; undefined if the block is shown as it is. */
  readonly translations: ReadonlyMap<GuideLanguage, string> | undefined;
}

/** @returns the blocks of a guide that signs in; none for other pages. @internal A test runs them. */
export function blocksOf(markdown: string): readonly GuideBlock[] {
  const blocks = Array.from(markdown.matchAll(BLOCK), ({ groups }) => ({ block: '', ...groups }));
  return signsIn(markdown) ? blocks.map(blockOf) : [];
}

export const withLanguages = (markdown: string): string =>
  signsIn(markdown)
    ? markdown.replace(BLOCK, (whole, ...rest) => {
        const { block, translations } = blockOf({ block: '', ...rest.at(-1) });
        return translations ? groupOf(block, translations) : whole;
      })
    : markdown;

const signsIn = (markdown: string): boolean => markdown.includes('```sh sign-in\n');

function blockOf({ name, block }: { name?: string; block: string }): GuideBlock {
  if (name !== undefined) {
    const read = ({ code }: GuideLanguage) => readFileSync(join(folder, `${name}.${code}`), 'utf8');
    return { block, translations: new Map(guideLanguages.map((each) => [each, read(each)])) };
  }
  const statements = statementsIn(block);
  const written = (language: GuideLanguage) => `${statements?.map(language.write).join('\n')}\n`;
  return {
    block,
    translations: statements && new Map(guideLanguages.map((each) => [each, written(each)])),
  };
}

const groupOf = (block: string, translations: ReadonlyMap<GuideLanguage, string>): string =>
  [
    '::: code-group\n',
    `\`\`\`sh [curl]\n${block}\`\`\`\n`,
    ...Array.from(translations, ([{ code, name }, text]) => `\`\`\`${code} [${name}]\n${text}\`\`\`\n`),
    ':::\n',
  ].join('\n');
