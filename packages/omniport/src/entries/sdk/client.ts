/**
 * Reaching servers of 2026-07-28, for the package that takes the place of the official SDK, which loads it for the first of them. No
 * entry of the published library.
 */

export type { CallOptions } from '../../client/call-options.js'
export type { Client } from '../../client/client.js'
export type { Target } from '../../client/connect/targets/target.js'
export { connect } from '../../client/connect.js'
export type { ConnectOptions } from '../../client/connect-options.js'
export type { Change, Listening } from '../../client/subscriptions/listening.js'
export { RpcError } from '../../jsonrpc/messages/rpc-error.js'
export type { LogLevel } from '../../protocol/exchange/log-level.js'
export type { ElicitAction, ElicitAnswer } from '../../protocol/model/elicitation.js'
export type { Root } from '../../protocol/model/roots.js'
export type { SampleContent, SampleMedia, SampleResult } from '../../protocol/model/sampling.js'
export type { FormValues } from '../../schema/schema.js'
