import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { textAt, xmlTree } from '../../../shared/ern/xml/xml-tree.ts';
import { xmlDocuments } from '../../support/catalogue-files/xml-documents.ts';

const documents = Object.entries(xmlDocuments);

/** @returns the line of the fault, or null for a document. */
function faultyLine(document: string): number | null {
  try {
    xmlTree(document);
    return null;
  } catch (error) {
    const { message } = Object(error);
    return message === 'The file has no element.' ? 1 : Number(/^Line (\d+) is not XML: /.exec(message)?.[1]);
  }
}

describe('XML', () => {
  test.each(documents)('is read with %s, or has a fault with its line', (_, [document, line]) => {
    expect(faultyLine(document)).toBe(line);
  });

  it('is read within seconds even as one line of 20 MB', () => {
    const document = `<a>${'<b/>'.repeat(20_000)}${'c'.repeat(20_000_000)}</a>`;
    const began = process.cpuUsage();
    expect(xmlTree(document).children).toHaveLength(20_000);
    expect(process.cpuUsage(began).user).toBeLessThan(15e6);
  });

  const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;
  test.skipIf(!hasXmllint)('is accepted and rejected as by xmllint, with the same lines', () => {
    const folder = mkdtempSync(join(tmpdir(), 'xml-'));
    const paths = documents.map(([, [document]], index) => {
      const path = join(folder, `${index}.xml`);
      writeFileSync(path, document);
      return path;
    });
    const { stderr } = spawnSync('xmllint', ['--noout', ...paths], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    const found = documents.map(([name], index) => {
      const [, line] = new RegExp(`/${index}\\.xml:(\\d+): parser error`).exec(stderr) ?? [];
      return [name, line === undefined ? null : Number(line)];
    });
    expect(found).toEqual(documents.map(([name, [, line]]) => [name, line]));
  });

  it('has texts and attributes on one line with references resolved', () => {
    const tree = xmlTree(
      '<n:a xmlns:n="urn:x" b=" 1\n  2&#10;"><c>\n  2024 Harbour\n\t of&#x20;<!-- -->Riga&#10;</c><d>夏\u3000の\u00a0<![CDATA[& <]]></d>\n</n:a>',
    );
    expect(tree).toMatchObject({ name: 'a', line: 1, text: '', attributes: { b: '1 2' } });
    expect(tree.children).toMatchObject([
      { name: 'c', line: 2, text: '2024 Harbour of Riga' },
      { name: 'd', line: 4, text: '夏\u3000の\u00a0& <' },
    ]);
    expect(textAt(tree, 'c')).toBe('2024 Harbour of Riga');
  });

  it('can be nested up to a limit', () => {
    const deep = (levels: number) => `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`;
    expect(faultyLine(deep(256))).toBeNull();
    expect(() => xmlTree(deep(257))).toThrow('Line 1 is not XML: Elements are more than 256 deep.');
  });

  it('is rejected with a sentence that states the fault', () => {
    const sentence = (document: string) => expect(() => xmlTree(document));
    sentence('<a>\n&foo;</a>').toThrow('Line 2 is not XML: The entity &foo; is not declared.');
    sentence('<a>&#0;</a>').toThrow(
      'Line 1 is not XML: XML does not allow the character that &#0; refers to.',
    );
    sentence('<a>Rock & Roll</a>').toThrow('An "&" does not start a reference. Write &amp; in texts.');
    sentence('<a>\u0001</a>').toThrow('XML does not allow the character U+0001.');
    sentence('<a><b></a>').toThrow('The end tag is of a, but b of line 1 is open.');
    sentence('<a>\n<!-- a >\n\n</a>').toThrow('Line 2 is not XML: What begins with <!-- is not closed.');
    sentence('<a>\n<b>\n').toThrow('Line 3 is not XML: The element b of line 2 has no end tag.');
    sentence('<a b=1/>').toThrow('Line 1 is not XML: Unquoted attribute value.');
    sentence('<!-- <!DOCTYPE a> --><!DOCTYPE a><a/>').toThrow('A document type (DOCTYPE) is not allowed.');
    sentence('<!doctype html><a/>').toThrow('A document type (DOCTYPE) is not allowed.');
    sentence('<!DOCTYPE a [<!ENTITY b "x">').toThrow('A document type (DOCTYPE) is not allowed.');
    sentence('<a><!DOCTYPE a></a>').toThrow('A document type (DOCTYPE) is not allowed.');
  });
});
