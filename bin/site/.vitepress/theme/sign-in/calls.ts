/**
 * What the pages read of the API. Written by test/support/response-types.ts:
 * `RECORD_TYPES=1 npm test -- pure/site/response-types`, and `npm run fix`.
 */
export interface Records {
  readonly 'album-trends': {
    readonly type: 'album-trends';
    readonly id: string;
    readonly attributes: { readonly date: string; readonly country: string; readonly plays: number };
    readonly relationships: {
      readonly dsp: { readonly data: { readonly type: 'dsps'; readonly id: string } };
      readonly album: { readonly data: { readonly type: 'albums'; readonly id: string } };
    };
  };
  readonly albums: {
    readonly type: 'albums';
    readonly id: string;
    readonly meta: {
      readonly 'live-on': readonly string[];
      readonly 'live-since': readonly { readonly dsp: string; readonly since: string | null }[];
      readonly artwork: {
        readonly status: 'pending' | 'completed' | 'failed';
        readonly error: string | null;
        readonly width: number | null;
        readonly height: number | null;
        readonly format: 'jpeg' | 'png' | null;
        readonly bytes: number | null;
        readonly colors: 'rgb' | 'gray' | 'cmyk' | null;
        readonly bits: number | null;
        readonly content: 'whole' | 'damaged' | 'unchecked' | null;
      } | null;
    };
    readonly attributes: {
      readonly title: string;
      readonly 'title-translations': readonly {
        readonly language: string;
        readonly title: string;
        readonly phonetic: string | null;
      }[];
      readonly release_date: string;
      readonly 'release-time': string | null;
      readonly 'release-time-zone': string;
      readonly 'pre-order-date': string | null;
      readonly 'is-explicit': boolean;
      readonly 'rights-owner-year': number;
      readonly 'rights-owner-name': string;
      readonly artwork: string | null;
      readonly 'artwork-ai-usage': boolean | null;
      readonly 'upc-code': string | null;
      readonly 'catalogue-number': string | null;
      readonly description: string | null;
      readonly copyright: string | null;
      readonly publishing: string | null;
      readonly format: 'single' | 'ep' | 'album' | 'video';
      readonly 'is-compilation': boolean;
      readonly 'last-status':
        | 'draft'
        | 'in_review'
        | 'approved'
        | 'rejected'
        | 'delivered'
        | 'error'
        | 'taken_down';
      readonly 'qa-status': 'awaiting_conversion' | 'awaiting_review' | 'approved' | 'rejected' | null;
      readonly 'tracks-count': number;
      readonly 'created-at': string;
      readonly 'updated-at': string;
    };
    readonly relationships: {
      readonly label: { readonly data: { readonly type: 'labels'; readonly id: string } | null };
      readonly 'primary-genre': { readonly data: { readonly type: 'genres'; readonly id: string } | null };
      readonly 'secondary-genre': { readonly data: { readonly type: 'genres'; readonly id: string } | null };
      readonly language: { readonly data: { readonly type: 'languages'; readonly id: string } | null };
      readonly version: { readonly data: { readonly type: 'versions'; readonly id: string } | null };
      readonly user: { readonly data: { readonly type: 'users'; readonly id: string } };
      readonly status: { readonly data: { readonly type: 'album-statuses'; readonly id: string } };
    };
  };
  readonly deliveries: {
    readonly type: 'deliveries';
    readonly id: string;
    readonly meta: {
      readonly report: {
        readonly outcome: 'completed' | 'rejected' | 'skipped';
        readonly reason: string | null;
        readonly at: string;
      } | null;
      readonly 'store-delivery-id': string;
      readonly 'last-error': string | null;
    };
    readonly attributes: {
      readonly date: string;
      readonly type: 'delivery' | 'update' | 'redelivery' | 'takedown';
      readonly status: 'pending' | 'sent' | 'error';
      readonly errors: string | null;
      readonly 'created-at': string;
      readonly 'updated-at': string;
    };
    readonly relationships: {
      readonly dsp: { readonly data: { readonly type: 'dsps'; readonly id: string } };
      readonly album: { readonly data: { readonly type: 'albums'; readonly id: string } | null };
      readonly 'distribution-request': {
        readonly data: { readonly type: 'distribution-requests'; readonly id: string };
      };
    };
  };
  readonly 'distribution-requests': {
    readonly type: 'distribution-requests';
    readonly id: string;
    readonly meta: {
      readonly reason: string | null;
      readonly review: { readonly reason: string | null; readonly 'decided-at': string } | null;
    };
    readonly attributes: {
      readonly 'request-type': 'delivery' | 'update' | 'redelivery' | 'takedown';
      readonly date: string;
      readonly status: 'preapproved' | 'pending' | 'sent' | 'rejected' | 'error';
      readonly 'deleted-at': string | null;
      readonly 'created-at': string;
      readonly 'updated-at': string;
    };
    readonly relationships: {
      readonly album: { readonly data: { readonly type: 'albums'; readonly id: string } | null };
      readonly user: { readonly data: { readonly type: 'users'; readonly id: string } };
    };
  };
  readonly dsps: {
    readonly type: 'dsps';
    readonly id: string;
    readonly attributes: {
      readonly name: string;
      readonly website: string;
      readonly 'is-active': boolean;
      readonly 'accepts-video': boolean;
      readonly family: 'streaming' | 'fingerprint';
    };
  };
}
/** By the ids of operations. */
export interface Calls {
  readonly signIn: {
    readonly path: '/oauth/token';
    readonly query: never;
    readonly body: { readonly email: string; readonly password: string; readonly grant_type: 'password' };
    readonly response: {
      readonly access_token: string;
      readonly token_type: 'Bearer';
      readonly expires_in: number;
    };
  };
  readonly readAlbum: {
    readonly path: '/albums/{id}';
    readonly query: 'fields[albums]';
    readonly response: { readonly data: Records['albums'] };
  };
  readonly listAlbums: {
    readonly path: '/albums';
    readonly query:
      | 'fields[albums]'
      | 'sort'
      | 'filter[title]'
      | 'filter[upc-code]'
      | 'filter[label]'
      | 'filter[format]'
      | 'filter[last-status]'
      | 'filter[created-at-gte]'
      | 'filter[created-at-lte]'
      | 'filter[updated-at-gte]'
      | 'filter[updated-at-lte]'
      | 'page[number]'
      | 'page[size]';
    readonly response: {
      readonly data: readonly Records['albums'][];
      readonly links: { readonly next: string | null };
      readonly meta: {
        readonly page: {
          readonly 'current-page': number;
          readonly 'per-page': number;
          readonly total: number;
          readonly 'last-page': number;
        };
      };
    };
  };
  readonly listDistributionRequests: {
    readonly path: '/distribution-requests';
    readonly query:
      | 'fields[distribution-requests]'
      | 'sort'
      | 'filter[album]'
      | 'filter[status]'
      | 'filter[request-type]'
      | 'filter[countries]'
      | 'filter[updated-at-gte]'
      | 'filter[updated-at-lte]'
      | 'page[number]'
      | 'page[size]';
    readonly response: {
      readonly data: readonly Records['distribution-requests'][];
      readonly links: { readonly next: string | null };
      readonly meta: {
        readonly page: {
          readonly currentPage: number;
          readonly from: number | null;
          readonly lastPage: number;
          readonly perPage: number;
          readonly to: number | null;
          readonly total: number;
        };
      };
    };
  };
  readonly listDeliveries: {
    readonly path: '/deliveries';
    readonly query:
      | 'fields[deliveries]'
      | 'sort'
      | 'filter[album]'
      | 'filter[dsp]'
      | 'filter[status]'
      | 'filter[type]'
      | 'filter[outcome]'
      | 'filter[updated-at-gte]'
      | 'filter[updated-at-lte]'
      | 'page[number]'
      | 'page[size]';
    readonly response: {
      readonly data: readonly Records['deliveries'][];
      readonly links: { readonly next: string | null };
      readonly meta: {
        readonly page: {
          readonly currentPage: number;
          readonly from: number | null;
          readonly lastPage: number;
          readonly perPage: number;
          readonly to: number | null;
          readonly total: number;
        };
      };
    };
  };
  readonly listTrendsOfAlbum: {
    readonly path: '/albums/{id}/trends';
    readonly query:
      | 'fields[album-trends]'
      | 'filter[dsp]'
      | 'filter[country]'
      | 'filter[date-from]'
      | 'filter[date-to]'
      | 'page[number]'
      | 'page[size]';
    readonly response: {
      readonly data: readonly Records['album-trends'][];
      readonly links: { readonly next: string | null };
      readonly meta: {
        readonly page: {
          readonly currentPage: number;
          readonly from: number | null;
          readonly lastPage: number;
          readonly perPage: number;
          readonly to: number | null;
          readonly total: number;
        };
      };
    };
  };
  readonly listDsps: {
    readonly path: '/dsps';
    readonly query: 'fields[dsps]' | 'sort' | 'filter[id]' | 'filter[name]' | 'page[number]' | 'page[size]';
    readonly response: {
      readonly data: readonly Records['dsps'][];
      readonly links: { readonly next: string | null };
      readonly meta: {
        readonly page: {
          readonly 'current-page': number;
          readonly 'per-page': number;
          readonly total: number;
          readonly 'last-page': number;
        };
      };
    };
  };
}
