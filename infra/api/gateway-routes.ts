/** First path segments and the functions that serve them, for the gateway. */
import { gatewayRoutesOf } from '../../shared/kit/declare/routes.ts';
import { api } from '../../shared/service/api.ts';

export const gatewayRoutes = gatewayRoutesOf(api);
