/** Has each function that runs inside a test run in its role (test/support/role-checks.ts). */
import type { Plugin } from 'vite';

const HANDLER = /\/functions\/([\w-]+)\/handler\.ts$/;
const CHECKS = new URL('support/role-checks.ts', import.meta.url).pathname;

/** Replaces each handler by a module that wraps what the handler exports. */
export const functionRoles: Plugin = {
  name: 'function-roles',
  // After types are removed, so that the code can be parsed.
  enforce: 'post',
  transform(code, id) {
    const [, name] = HANDLER.exec(id) ?? [];
    if (name === undefined) return undefined;
    const exported = this.parse(code).body.flatMap((statement) => {
      if (statement.type !== 'ExportNamedDeclaration') return [];
      const { declaration, specifiers } = statement;
      if (declaration?.type === 'VariableDeclaration')
        return declaration.declarations.flatMap((each) =>
          each.id.type === 'Identifier' ? [each.id.name] : [],
        );
      if (declaration) return [declaration.id.name];
      return specifiers.map((each) => (each.exported.type === 'Identifier' ? each.exported.name : ''));
    });
    if (!exported.includes('handler')) throw new Error(`${id} exports no handler.`);
    const lines = [
      `import * as plain from '${id}?plain';`,
      `import { inRole } from '${CHECKS}';`,
      ...exported.map((each) => `export const ${each} = inRole('${name}', plain.${each});`),
    ];
    return { code: lines.join('\n'), map: null };
  },
};
