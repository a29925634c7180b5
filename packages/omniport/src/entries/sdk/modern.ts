/**
 * Serving clients of 2026-07-28, for the package that takes the place of the official SDK, which loads it for the first of them. No
 * entry of the published library.
 */
export type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
export { RpcError } from '../../jsonrpc/messages/rpc-error.js'
export { isRequestMessage } from '../../jsonrpc/serving/serve.js'
export { createParking, type Parking } from '../../parking/create-parking.js'
export { codecOf, modernMethods } from '../../protocol/codec/codec-of.js'
export { encodeDefinition } from '../../protocol/content/encode-definition.js'
export type { Exchange, Serve } from '../../protocol/exchange/exchange.js'
export { isAtLeast, isLogLevel, type LogLevel } from '../../protocol/exchange/log-level.js'
export type { Implementation, Peer } from '../../protocol/exchange/peer.js'
export { metaKeys } from '../../protocol/meta/meta-keys.js'
export { newestRevision, revisions } from '../../protocol/revisions/revision.js'
export { profileOf } from '../../protocol/revisions/revision-profile.js'
export { createSecret } from '../../sealing/sealer.js'
export type { ServerChange } from '../../server/notifications/change-publisher.js'
export { Subscription } from '../../server/notifications/subscription.js'
export { ServedConnection } from '../../transport/connection/served-connection.js'
export { HttpCore } from '../../transport/http/http-core.js'
