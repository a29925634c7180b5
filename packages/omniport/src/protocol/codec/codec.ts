import type { RpcErrorObject, RpcParams, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { LogLevel } from '../exchange/log-level.js'
import type { Implementation, Peer } from '../exchange/peer.js'
import type { DecodedRequest } from '../methods/method-params.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'

/** The client that asks, as a modern request describes it in every message. */
export interface Requester {
  readonly info: Implementation
  readonly capabilities: Peer['capabilities']
  readonly logLevel: LogLevel | undefined
}

/**
 * Translates between the neutral model, which has the newest shapes, and the wire of one era. The functions are pure; the
 * profile says what differs between the revisions of an era.
 */
export interface Codec {
  /** Serving: checks the method and the parameters of a request. @throws RpcError -32601 or -32602. */
  decodeRequest(request: RpcRequest, profile: RevisionProfile): DecodedRequest
  /** Serving: a result in the revision's shape. List items are encoded one by one, by `encodeDefinition`. */
  encodeResult(method: string, result: object, context: EncodeContext): object
  /** Serving: an error in the revision's numbers. */
  encodeError(error: RpcError, profile: RevisionProfile): RpcErrorObject
  /** Asking: the members of `_meta` that describe the client. Undefined where `initialize` described it. */
  encodeRequester(requester: Requester, profile: RevisionProfile): RpcParams | undefined
  /** Asking: the parameters as they travel; `requesterMeta` is what `encodeRequester` gave, and goes into all of them. */
  encodeRequest(params: RpcParams | undefined, requesterMeta: RpcParams | undefined): RpcParams | undefined
  /**
   * Asking: checks what a result must have; in the modern era one of `resultTypes` is given as it is.
   *
   * @throws OmniportError `invalid_result` saying what is wrong.
   */
  decodeResult(method: string, result: unknown, resultTypes?: ResultTypes): Readonly<Record<string, unknown>>
}

/** The types of results that extensions add, with the methods they may come for. spec: basic/index#resulttype */
export type ResultTypes = ReadonlyMap<string, { readonly methods: readonly string[] }>

/** The context that a result is encoded in. */
export interface EncodeContext {
  readonly profile: RevisionProfile
  readonly serverInfo: Implementation
}
