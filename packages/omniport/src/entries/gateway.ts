export { createGateway } from '../gateway/create-gateway.js'
export { createSignIn, type SignIn, type SignInOptions } from '../gateway/credentials/create-sign-in.js'
export type { PersonCredentials, UpstreamPerson } from '../gateway/credentials/upstream-person.js'
export type {
  Gateway,
  GatewaySelection,
  SelectedGateway,
  UpstreamName,
  UpstreamStatus,
} from '../gateway/gateway.js'
export type {
  EventCall,
  EventClient,
  EventConnection,
  EventParking,
  EventQuestion,
  GatewayEvent,
} from '../gateway/gateway-events.js'
export type { GatewayOptions, Upstreams } from '../gateway/gateway-options.js'
export type { EndpointOptions, EndpointServer } from '../gateway/node/endpoint-table.js'
export type { EndpointStatus, GatewayStatus } from '../gateway/node/gateway-status.js'
export {
  type Endpoints,
  type ServedEndpoints,
  type ServeEndpointsOptions,
  serveEndpoints,
} from '../gateway/node/serve-endpoints.js'
export type { GatewayPinOptions } from '../gateway/pins/upstream-pins.js'
export { type AllowOptions, allow } from '../gateway/policy/allow.js'
export { type AuditMiddleware, type AuditOptions, audit } from '../gateway/policy/audit.js'
export { limitRate, type RateOptions } from '../gateway/policy/limit-rate.js'
export { limitResultSize, type ResultSizeOptions } from '../gateway/policy/limit-result-size.js'
export type { NameRule } from '../gateway/policy/name-rule.js'
export { type RenameOptions, rename } from '../gateway/policy/rename.js'
export type { Redescription, Renaming } from '../gateway/policy/renamed-names.js'
export type { Isolation, UpstreamSettings } from '../gateway/upstream-settings.js'
