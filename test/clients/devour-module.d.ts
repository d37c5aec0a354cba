/** As much of devour-client as the tests use: the package has no types. */
declare module 'devour-client' {
  interface DevourResponse {
    // biome-ignore lint/suspicious/noExplicitAny: what a client makes of a document depends on its models.
    readonly data: any;
    readonly meta: { readonly page: { readonly total: number } };
  }
  export default class JsonApi {
    constructor(options: {
      readonly apiUrl: string;
      readonly bearer: string;
      readonly logger: boolean;
      readonly errorBuilder: (error: object) => object;
    });
    define(name: string, model: object): void;
    create(name: string, members: object): Promise<DevourResponse>;
    update(name: string, members: object): Promise<DevourResponse>;
    find(name: string, id: string, parameters?: object): Promise<DevourResponse>;
    findAll(name: string, parameters: object): Promise<DevourResponse>;
    destroy(name: string, id: string): Promise<unknown>;
  }
}
