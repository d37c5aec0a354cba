/** Makes operations quick to try: parameters start empty, and rare ones are folded. */

const isRare = (name) => name.startsWith('fields[');

/**
 * Swagger UI fills a parameter with its default or its example, and every filter of a list that is filled with one finds
 * nothing. Both are told in the description instead.
 * @param specification an OpenAPI document, which is changed.
 */
export function emptyParameters(specification) {
  const operations = Object.values(specification.paths).flatMap((path) => Object.values(path));
  const parameters = [
    ...Object.values(specification.components?.parameters ?? {}),
    ...operations.flatMap((each) => (Array.isArray(each) ? each : (each.parameters ?? []))),
  ];
  for (const parameter of parameters) {
    if (parameter.required || parameter.$ref !== undefined) continue;
    const { default: usual, example = parameter.example, examples, ...schema } = parameter.schema ?? {};
    const shown = example ?? examples?.[0] ?? Object.values(parameter.examples ?? {})[0]?.value;
    delete parameter.example;
    delete parameter.examples;
    parameter.schema = schema;
    parameter.description = [
      parameter.description,
      shown !== undefined && `Example: \`${textOf(shown)}\`.`,
      usual !== undefined && `Default: \`${textOf(usual)}\`.`,
    ]
      .filter(Boolean)
      .join(' ');
  }
}

const textOf = (value) => (Array.isArray(value) ? value.join(',') : String(value));

/**
 * A plugin of Swagger UI: follows the references of the operation that is opened. Its own resolver reads the whole document
 * again for each of them, which takes seconds.
 */
export const resolveQuickly = () => ({
  fn: {
    resolveSubtree: async (specification, path) => ({
      errors: [],
      spec: resolved(
        specification,
        path.reduce((value, key) => value?.[key], specification),
      ),
    }),
  },
});

/**
 * @param value part of the document.
 * @returns it without references, except those to a schema that contains it, because schemas can be recursive.
 */
export function resolved(specification, value, within = []) {
  if (Array.isArray(value)) return value.map((each) => resolved(specification, each, within));
  if (value === null || typeof value !== 'object') return value;
  const { $ref, ...rest } = value;
  if (typeof $ref === 'string' && $ref.startsWith('#/')) {
    if (within.includes($ref)) return value;
    return {
      ...resolved(specification, pointedAt(specification, $ref), [...within, $ref]),
      ...rest,
      $$ref: $ref,
    };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, resolved(specification, each, within)]),
  );
}

/** @param pointer RFC 6901, as a fragment. */
const pointedAt = (specification, pointer) =>
  pointer
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((value, key) => value?.[key], specification);

/** @returns by path and method, the names of the rare parameters of each operation, in their order. */
export function rareParameters({ paths, components = {} }) {
  const nameOf = ({ $ref, name }) => name ?? components.parameters?.[$ref.split('/').at(-1)]?.name ?? '';
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { parameters = [] }]) => [
        `${path} ${method}`,
        parameters.map(nameOf).filter(isRare),
      ]),
    ),
  );
}

/** A plugin of Swagger UI: folds all `fields[...]` of an operation into one row until it is clicked. */
export function foldFields(specification) {
  const rare = rareParameters(specification);
  const unfolded = new Set();
  const listeners = new Set();
  const subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const unfold = (operation) => {
    unfolded.add(operation);
    for (const listener of listeners) listener();
  };
  const parameterRow =
    (Row, { React }) =>
    (props) => {
      const operation = props.pathMethod.join(' ');
      const isUnfolded = React.useSyncExternalStore(subscribe, () => unfolded.has(operation));
      const names = rare.get(operation) ?? [];
      const place = names.indexOf(props.rawParam.get('name'));
      if (place === -1 || isUnfolded) return React.createElement(Row, props);
      return place === 0 ? foldedRow(React, { count: names.length, open: () => unfold(operation) }) : null;
    };
  return { wrapComponents: { parameterRow } };
}

function foldedRow({ createElement }, { count, open }) {
  const button = createElement(
    'button',
    { type: 'button', className: 'unfold', onClick: open },
    `Show ${count}`,
  );
  return createElement(
    'tr',
    null,
    createElement(
      'td',
      { className: 'parameters-col_name' },
      createElement('div', { className: 'parameter__name' }, 'fields[...]'),
    ),
    createElement(
      'td',
      { className: 'parameters-col_description' },
      'Which fields of each type the response has. ',
      button,
    ),
  );
}
