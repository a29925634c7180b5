export { createGateway } from '../gateway/create-gateway.js'
export type { Gateway, UpstreamName, UpstreamStatus } from '../gateway/gateway.js'
export type {
  EventCall,
  EventClient,
  EventConnection,
  EventParking,
  EventQuestion,
  GatewayEvent,
} from '../gateway/gateway-events.js'
export type { GatewayOptions, Upstreams } from '../gateway/gateway-options.js'
export type { Isolation, UpstreamSettings } from '../gateway/upstream-settings.js'
