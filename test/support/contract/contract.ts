/** Compares responses with the OpenAPI document of their API: status, header fields, media type and body. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type OpenApi, openApiOf } from '../../../bin/openapi/document/openapi.ts';
import type { Definitions } from '../../../shared/kit/declare/definitions.ts';
import { type Route, routesOf } from '../../../shared/kit/declare/routes.ts';
import { type Router, routerOf } from '../../../shared/kit/http/router.ts';
import { VERSION_PATH } from '../../../shared/kit/jsonapi/links.ts';
import { Problems } from '../../../shared/kit/values/problems.ts';
import { attributeFaults } from './attribute-faults.ts';

export interface CheckedRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
}

export interface ActualResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined without a body. */
  readonly text: string | undefined;
}

interface Header {
  readonly required?: boolean;
  readonly schema: { readonly type: string };
}

interface Response {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

/** Those of connections, of the gateway and of CORS; the media type is checked with the body. */
const FOREIGN =
  /^(content-type|content-length|date|connection|keep-alive|transfer-encoding|vary|apigw-.*|access-control-.*)$/;

const formats = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  email: /@/,
  uri: URL.canParse,
};

/** Compiling takes longer than all validation, and with these options a quarter of the time. */
const quickly = { inlineRefs: false, code: { optimize: false } } as const;

export class Contract {
  readonly #document: OpenApi;
  readonly #routes: readonly Route[];
  readonly #resources: Definitions['resources'];
  readonly #routers = new Map<string | undefined, Router>();
  readonly #ajv = new Ajv2020({ strict: false, discriminator: true, formats, ...quickly });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(api: Definitions) {
    this.#document = openApiOf(api);
    this.#routes = routesOf(api);
    this.#resources = api.resources;
    this.#ajv.addSchema(this.#document, 'document', undefined, false);
  }

  /**
   * @param group whose function responded; by default, that of any route.
   * @returns what the document does not say of the response, in sentences.
   */
  violations(asked: CheckedRequest, actual: ActualResponse, group?: string): string[] {
    const [path = '', query = ''] = asked.path.split(/\?(.*)/s);
    const bare = path.startsWith(`${VERSION_PATH}/`) ? path.slice(VERSION_PATH.length) : path;
    const route = routeOf(this.#routerOf(group), asked.method, bare);
    if (route === undefined) {
      const isRejected = actual.status === 404 || actual.status === 405;
      return isRejected ? [] : [`${asked.method} ${bare} is not documented.`];
    }
    const name = `${asked.method} ${route.path}`;
    const at = this.#responseAt(route, actual.status);
    if (at === undefined) return [`${name} responds with ${actual.status}, which is not documented.`];
    const response = this.#at(at) as Response;
    const isBare = asked.method === 'HEAD';
    const found = [
      ...this.#headerViolations(response, actual),
      ...this.#bodyViolations({ at, response }, actual, { isBare, isWhole: !query.includes('fields') }),
    ];
    return found.map((each) => `${name} responds with ${actual.status} ${each}`);
  }

  #routerOf(group: string | undefined): Router {
    const known = this.#routers.get(group);
    if (known) return known;
    const routes = this.#routes.filter((each) => group === undefined || each.group === group);
    const router = routerOf(routes);
    this.#routers.set(group, router);
    return router;
  }

  /** @returns the pointer of a response; undefined if the status is not documented. */
  #responseAt({ method, path }: Route, status: number): string | undefined {
    const at = `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`;
    const response = this.#at(at);
    if (response === undefined) return undefined;
    const { $ref } = Object(response) as { $ref?: string };
    return $ref === undefined ? at : $ref.slice(1);
  }

  #at(pointer: string): unknown {
    let value: unknown = this.#document;
    for (const part of pointer.split('/').slice(1)) value = Object(value)[unescaped(part)];
    return value;
  }

  #headerViolations({ headers = {} }: Response, actual: ActualResponse): string[] {
    const given = new Map(
      Object.entries(actual.headers).map(([name, value]) => [name.toLowerCase(), value] as const),
    );
    const documented = Object.entries(headers).flatMap(([name, { $ref }]) => {
      const header = this.#at($ref.slice(1)) as Header;
      const value = given.get(name.toLowerCase());
      given.delete(name.toLowerCase());
      if (value === undefined) return header.required ? [`without the header ${name}.`] : [];
      const isValid = this.#validator(`${$ref.slice(1)}/schema`);
      return isValid(header.schema.type === 'integer' ? Number(value) : value)
        ? []
        : [`with a header ${name} of ${value}.`];
    });
    const others = [...given.keys()].filter((name) => !FOREIGN.test(name));
    return [...documented, ...others.map((name) => `with the undocumented header ${name}.`)];
  }

  #bodyViolations(
    { at, response: { content } }: { at: string; response: Response },
    { headers, text }: ActualResponse,
    { isBare, isWhole }: { isBare: boolean; isWhole: boolean },
  ): string[] {
    if (isBare || content === undefined) return text === undefined || text === '' ? [] : ['with a body.'];
    const given = headers['Content-Type'] ?? headers['content-type'];
    const isText = given?.startsWith('text/') === true;
    const mediaType = Object.keys(content).find((each) => each === (isText ? given.split(';')[0] : given));
    if (mediaType === undefined) return [`as ${given} instead of ${Object.keys(content).join(' or ')}.`];
    const body: unknown = isText ? text : JSON.parse(text ?? 'null');
    const isValid = this.#validator(`${at}/content/${escaped(mediaType)}/schema`);
    if (!isValid(body))
      return [`with a body that ${this.#ajv.errorsText(isValid.errors, { dataVar: 'has: ' })}.`];
    return isWhole ? attributeFaults(this.#resources, body) : [];
  }

  #validator(pointer: string): ValidateFunction {
    const known = this.#compiled.get(pointer);
    const $ref = `document#${pointer.split('/').map(encodeURIComponent).join('/')}`;
    const validator = known ?? this.#ajv.compile({ $ref });
    this.#compiled.set(pointer, validator);
    return validator;
  }
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

/** @returns undefined for a path or a method that no route has. */
function routeOf(router: Router, method: string, path: string): Route | undefined {
  try {
    return router(method, path).route;
  } catch (error) {
    if (error instanceof Problems) return undefined;
    throw error;
  }
}

const contracts = new WeakMap<object, Contract>();

/** Compiled once in a process. */
export function contractOf(api: Definitions): Contract {
  const known = contracts.get(api);
  if (known) return known;
  const made = new Contract(api);
  contracts.set(api, made);
  return made;
}
