import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Parking } from '../../parking/create-parking.js'
import { codecOf } from '../../protocol/codec/codec-of.js'
import { ResourceNotFound } from '../../protocol/errors/resource-not-found.js'
import type { CompleteParams, DecodedRequest } from '../../protocol/methods/method-params.js'
import { metaParams } from '../../protocol/methods/params.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { without } from '../../values/json/without.js'
import type { GatewayServices } from '../gateway-services.js'
import type { ListReader } from '../lists/gateway-lists.js'
import type { NamedRoute } from '../lists/shown-names.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { Routes } from './routes.js'
import { type Sending, sendToUpstream } from './send-to-upstream.js'

export interface RequestForwarderOptions {
  readonly services: GatewayServices
  readonly parking: Parking
  readonly upstreams: () => readonly Upstream[]
  readonly routes: () => Routes
}

/** Sends the requests that are for one upstream to that upstream. */
export class RequestForwarder {
  readonly #options: RequestForwarderOptions

  constructor(options: RequestForwarderOptions) {
    this.#options = options
  }

  /** Undefined: the request is not for one upstream. */
  forward(message: RpcRequest, request: DecodedRequest, reader: ListReader): MaybePromise<RpcResponse> | undefined {
    const routes = this.#options.routes()
    switch (request.method) {
      case 'tools/call':
      case 'prompts/get': {
        const kind = request.method === 'tools/call' ? 'tools' : 'prompts'
        const { params } = request
        return andThen(routes.named(kind, params.name, reader), ({ upstream, name }) => {
          const sent = name === params.name ? params : { ...params, name }
          return this.#send({ upstream, name }, { message, params: sent, reader })
        })
      }
      case 'resources/read': {
        const { uri } = request.params
        return andThen(routes.ofUri(uri, reader), (upstream) =>
          upstream === undefined
            ? this.#readUnlisted(uri, message, reader)
            : this.#send({ upstream, name: uri }, { message, params: request.params, reader }),
        )
      }
      case 'completion/complete':
        return this.#complete(message, request.params, reader)
      default:
        return undefined
    }
  }

  /**
   * Sends a request of an extension, or one that is not known, to the upstream that has the resource it names, else to the only
   * upstream. @throws RpcError -32601 where there are several.
   */
  forwardUnknown(message: RpcRequest, reader: ListReader): MaybePromise<RpcResponse> {
    const { params = {}, method } = message
    metaParams(params)
    const routes = this.#options.routes()
    if (method === 'skills/list' && routes.only === undefined) return listSkills(message, reader, this.#options)
    const uri = params['uri']
    const owner = routes.only ?? (typeof uri === 'string' ? routes.ofUri(uri, reader) : undefined)
    return andThen(owner, (upstream) => {
      if (upstream === undefined) throw RpcError.methodNotFound(method)
      return this.#send({ upstream, name: method }, { message, params: message.params, reader })
    })
  }

  #send(route: NamedRoute, sending: Sending): MaybePromise<RpcResponse> {
    return sendToUpstream(route, sending, this.#options.parking)
  }

  #complete(message: RpcRequest, params: CompleteParams, reader: ListReader): MaybePromise<RpcResponse> {
    const routes = this.#options.routes()
    const { ref } = params
    if (ref.type === 'ref/prompt') {
      return andThen(routes.named('prompts', ref.name, reader), (route) => {
        const named = route.name === ref.name ? params : { ...params, ref: { ...ref, name: route.name } }
        return this.#sendCompletion(route, named, { message, reader })
      })
    }
    return andThen(routes.ofUri(ref.uri, reader), (upstream) => {
      if (upstream === undefined) throw RpcError.invalidParams(`Unknown resource template: ${ref.uri.slice(0, 256)}`)
      return this.#sendCompletion({ upstream, name: ref.uri }, params, { message, reader })
    })
  }

  async #sendCompletion(
    route: NamedRoute,
    params: CompleteParams,
    { message, reader }: Pick<Sending, 'message' | 'reader'>,
  ): Promise<RpcResponse> {
    const connection = route.upstream.connectionFor(reader.exchange, reader.singles)
    const { profile } = await connection.ready(reader.exchange)
    const sent = profile.completionContext ? params : without(params, 'context')
    return this.#send(route, { message, params: sent, reader })
  }

  /**
   * A resource that nobody lists may be at any upstream with resources: the first that has it answers. A retry is for the one that
   * asked; its state is refused for the others.
   */
  async #readUnlisted(uri: string, message: RpcRequest, reader: ListReader): Promise<RpcResponse> {
    const isRetry = message.params?.['requestState'] !== undefined
    let refusal: unknown
    for (const upstream of this.#options.routes().withResources()) {
      try {
        const response = await this.#send({ upstream, name: uri }, { message, params: message.params, reader })
        if (!isNotFound(response)) return response
      } catch (reason) {
        if (!isRetry || !RpcError.is(reason) || reason.code !== -32602) throw reason
        refusal = reason
      }
    }
    throw refusal ?? new ResourceNotFound(uri)
  }
}

/** All skills on one page. */
async function listSkills(
  { id, method }: RpcRequest,
  reader: ListReader,
  { routes, services }: RequestForwarderOptions,
): Promise<RpcResponse> {
  const skills = await routes().skills.read(reader)
  const { revision } = reader.exchange
  const context = { profile: profileOf(revision), serverInfo: services.info }
  return { jsonrpc: '2.0', id, result: codecOf(revision).encodeResult(method, { skills }, context) }
}

function isNotFound({ error }: RpcResponse): boolean {
  return error?.code === -32002 || error?.code === -32602
}
