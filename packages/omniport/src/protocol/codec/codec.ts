import type { RpcErrorObject, RpcParams, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { LogLevel } from '../exchange/log-level.js'
import type { Implementation, Peer } from '../exchange/peer.js'
import type { RevisionProfile } from '../revisions/revision-profile.js'

/** Who asks, as a modern request says with every message. */
export interface Requester {
  readonly info: Implementation
  readonly capabilities: Peer['capabilities']
  readonly logLevel: LogLevel | undefined
}

/**
 * Between the neutral model, which has the newest shapes, and the wire of one era. Pure functions; what differs between the
 * revisions of an era comes from the profile.
 */
export interface Codec {
  /** Serving: checks a request's method and parameters. @throws RpcError -32601 or -32602. */
  decodeRequest(request: RpcRequest, profile: RevisionProfile): RpcParams
  /** Serving: a result in the revision's shape. List items are encoded one by one, by `encodeDefinition`. */
  encodeResult(method: string, result: object, context: EncodeContext): object
  /** Serving: an error in the revision's numbers. */
  encodeError(error: RpcError, profile: RevisionProfile): RpcErrorObject
  /** Asking: what every request says of who asks. Undefined where `initialize` said it. */
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

/** What encoding a result depends on beside the result. */
export interface EncodeContext {
  readonly profile: RevisionProfile
  readonly serverInfo: Implementation
}
