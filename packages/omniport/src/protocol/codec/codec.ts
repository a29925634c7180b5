import type { RpcErrorObject, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { LogLevel } from '../exchange/log-level.js'
import type { Implementation, Peer } from '../exchange/peer.js'
import type { DecodedRequest } from '../methods/method-params.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'

/** The client, as every modern request names it. */
export interface Requester {
  readonly info: Implementation
  readonly capabilities: Peer['capabilities']
  readonly logLevel: LogLevel | undefined
}

/**
 * Converts between the neutral model, which has the newest shapes, and the wire of one era, for whoever serves requests. Its
 * functions are pure; the profile has the differences between the revisions of an era.
 */
export interface Codec {
  /** Checks a request's method and parameters. @throws RpcError -32601 or -32602. */
  decodeRequest(request: RpcRequest, profile: RevisionProfile): DecodedRequest
  /** A result in the revision's shape. List items are encoded one by one, by `encodeDefinition`. */
  encodeResult(method: string, result: object, context: EncodeContext): object
  /** An error in the revision's numbers. */
  encodeError(error: RpcError, profile: RevisionProfile): RpcErrorObject
}

/** The types of results that extensions add, with the methods they may come for. spec: basic/index#resulttype */
export type ResultTypes = ReadonlyMap<string, { readonly methods: readonly string[] }>

/** The inputs of `decodeResult` beside the result. */
export interface DecodeContext {
  /** Default: none. */
  readonly resultTypes?: ResultTypes | undefined
  /** Gets a text that names the definitions that a list comes without. Default: they are left out all the same. */
  readonly onLeftOut?: ((problem: string) => void) | undefined
}

/** The inputs of `encodeResult` beside the result. */
export interface EncodeContext {
  readonly profile: RevisionProfile
  readonly serverInfo: Implementation
}
