import type { RpcId, RpcNotification, RpcParams, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { InvalidMessage } from '../../jsonrpc/messages/parse-message.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import type { ResultTypes } from '../../protocol/codec/codec.js'
import { decodeResult } from '../../protocol/codec/decode-result.js'
import { encodeRequest, encodeRequester } from '../../protocol/codec/encode-request.js'
import type { Meta } from '../../protocol/model/meta.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf, type RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { cloneJson } from '../../values/json/clone-json.js'
import { constantJson } from '../../values/json/constant-json.js'
import type { ClientServices } from '../client-services.js'
import { requestParams } from '../requests/request-params.js'
import { declaredCapabilities } from './declared-capabilities.js'

/** Options of a request on one connection. Default: no time limits. */
export interface ConnectionRequestOptions extends PendingOptions {
  readonly meta?: Meta | undefined
  /** True: asks for progress. The token is the id of the request, by which the transport finds the request. */
  readonly wantsProgress?: boolean | undefined
  /** Adds members that servers leave out of a result, before the check. */
  readonly normalise?: ((result: unknown) => unknown) | undefined
  /** Gets the id of the request before it is sent. */
  readonly onId?: ((id: RpcId) => void) | undefined
  /** Passes results of these types unchanged. Default: none. */
  readonly resultTypes?: ResultTypes | undefined
}

/** One transport that speaks one revision: it encodes requests for that revision, and decodes their results. */
export class RevisionConnection {
  readonly transport: ClientTransport
  readonly revision: Revision
  readonly services: ClientServices
  readonly profile: RevisionProfile
  readonly #capabilities: ClientServices['capabilities']
  #encodedRequester:
    | { readonly params: RpcParams | undefined; readonly logLevel: ClientServices['logLevel'] }
    | undefined

  constructor(transport: ClientTransport, revision: Revision, services: ClientServices) {
    this.transport = transport
    this.revision = revision
    this.services = services
    this.profile = profileOf(revision)
    this.#capabilities = declaredCapabilities(services, this.profile)
  }

  /** Rejects with RpcError, with OmniportError `timeout`, `closed` or `invalid_result`, or with the signal's reason. */
  async request(
    method: string,
    params?: RpcParams,
    options: ConnectionRequestOptions = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    const { normalise, resultTypes } = options
    const request = this.#encode(method, params, options)
    options.onId?.(request.id)
    let response: RpcResponse
    try {
      response = await this.transport.request(request, options)
    } catch (reason) {
      throw toLocalError(reason)
    }
    const result = resultOf(response)
    const { onLeftOut } = this.services
    const normal = normalise === undefined ? result : normalise(result)
    const { revision } = this.profile
    return decodeResult(method, normal, { revision, resultTypes, onLeftOut })
  }

  notify(method: string, params?: RpcParams): void {
    const notification: RpcNotification = { jsonrpc: '2.0', method, ...(params !== undefined && { params }) }
    this.transport.notify(notification)
  }

  #encode(
    method: string,
    params: RpcParams | undefined,
    { meta, wantsProgress }: ConnectionRequestOptions,
  ): RpcRequest {
    const id = this.services.nextId()
    const whole = requestParams(params, { meta, progressToken: wantsProgress === true ? id : undefined })
    const encoded = encodeRequest(whole, this.#encodeRequester())
    return encoded === undefined ? { jsonrpc: '2.0', id, method } : { jsonrpc: '2.0', id, method, params: encoded }
  }

  /** Encoded once for all requests with the same log level. */
  #encodeRequester(): RpcParams | undefined {
    const { info, logLevel } = this.services
    if (this.#encodedRequester === undefined || this.#encodedRequester.logLevel !== logLevel) {
      const requester = { info, capabilities: this.#capabilities, logLevel }
      const params = encodeRequester(requester, this.profile)
      // A copy, since some of the objects belong to the user.
      this.#encodedRequester = { params: params && constantJson(cloneJson(params) as RpcParams), logLevel }
    }
    return this.#encodedRequester.params
  }
}

/** @throws RpcError when the response is an error. */
function resultOf({ result, error }: RpcResponse): unknown {
  if (error !== undefined) throw new RpcError(error.code, error.message, error.data)
  return result
}

/** Converts the error of a malformed response, which the server did not send as an error. */
function toLocalError(reason: unknown): unknown {
  if (!(reason instanceof InvalidMessage)) return reason
  return new OmniportError('invalid_result', `The answer is no response: ${reason.message}`, { cause: reason })
}
