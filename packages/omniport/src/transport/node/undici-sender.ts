import { type buildConnector, type Dispatcher, Pool } from 'undici'
import { findProxy } from '../../node/proxy/find-proxy.js'
import type { ConnectionUse, HttpSender, HttpSendRequest, HttpSendResponse } from '../http-sender.js'
import { UndiciBody } from './undici-body.js'

/**
 * Sends over connections of its own, which end with it. It limits only their number and the time to connect: the caller limits
 * the time for a reply.
 */
export class UndiciSender implements HttpSender {
  readonly #limits: Readonly<Record<ConnectionUse, number>>
  readonly #pools = new Map<string, OriginPools>()
  #lastTarget: RequestTarget | undefined
  #isClosed = false

  /** `limits`: the connections that may be open to one origin, by their use. */
  constructor(limits: Readonly<Record<ConnectionUse, number>>) {
    this.#limits = limits
  }

  send({ method, url, headers, body, abort, onSent, use = 'request' }: HttpSendRequest): Promise<HttpSendResponse> {
    if (this.#isClosed) return Promise.reject(new Error('The connections were closed'))
    return new Promise((resolve, reject) => {
      const { origin, path, pools } = this.#targetOf(url)
      pools[use] ??= createPool(origin, this.#limits[use])
      const reply = new UndiciReply(resolve, reject, onSent)
      abort.listen((reason) => reply.abort(reason))
      pools[use].dispatch({ origin, path, method, headers, body: body ?? null }, reply)
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const pools = [...this.#pools.values()].flatMap((ofOrigin) => Object.values(ofOrigin))
    await Promise.all(pools.map((pool) => pool.destroy()))
  }

  /** Remembers the last URL, since most requests go to the same one. */
  #targetOf(url: string): RequestTarget {
    if (this.#lastTarget?.url !== url) {
      const { origin, pathname, search } = new URL(url)
      const pools = this.#pools.get(origin) ?? {}
      this.#pools.set(origin, pools)
      this.#lastTarget = { url, origin, path: pathname + search, pools }
    }
    return this.#lastTarget
  }
}

type OriginPools = Partial<Record<ConnectionUse, Pool>>

interface RequestTarget {
  readonly url: string
  readonly origin: string
  readonly path: string
  readonly pools: OriginPools
}

/** An undici agent would do, but closes its pool when a request is aborted, and then uses few connections twice. */
function createPool(origin: string, limit: number): Pool {
  const connections = Number.isFinite(limit) ? Math.max(1, Math.floor(limit)) : null
  const proxy = proxyOf(origin)
  const connect: buildConnector.connector | undefined =
    proxy &&
    ((options, callback) => {
      const open = ({ tunnelConnector }: TunnelModule) => tunnelConnector(proxy)(options, callback)
      loadTunnels().then(open, (error: Error) => callback(error, null))
    })
  return new Pool(origin, { headersTimeout: 0, bodyTimeout: 0, connections, ...(connect && { connect }) })
}

function proxyOf(origin: string): URL | undefined {
  const { protocol, hostname, port } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '')
  return findProxy({ protocol, hostname: host, port: Number(port || (protocol === 'https:' ? 443 : 80)) })
}

type TunnelModule = typeof import('./tunnel-connector.js')
const loadTunnels = (): Promise<TunnelModule> => import('./tunnel-connector.js')

type Controller = Dispatcher.DispatchController
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Receives one reply from undici. A Node stream for each reply would cost more than all the rest of sending. */
class UndiciReply implements Dispatcher.DispatchHandler {
  readonly #resolve: (received: HttpSendResponse) => void
  readonly #reject: (reason: unknown) => void
  readonly #onSent: (() => void) | undefined
  #controller: Controller | undefined
  #body: UndiciBody | undefined
  #aborted: Error | undefined

  /** `resolve` is called when the headers have arrived, `reject` if they will not arrive. */
  constructor(
    resolve: (received: HttpSendResponse) => void,
    reject: (reason: unknown) => void,
    onSent: (() => void) | undefined,
  ) {
    this.#resolve = resolve
    this.#reject = reject
    this.#onSent = onSent
  }

  /** Closes the connection. A request that waits for one is not sent. */
  abort(given: unknown): void {
    const reason = given instanceof Error ? given : new Error('The request was aborted', { cause: given })
    this.#aborted = reason
    this.#reject(reason)
    this.#body?.abort(reason)
    this.#controller?.abort(reason)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#aborted === undefined) this.#onSent?.()
    else controller.abort(this.#aborted)
  }

  onResponseStart(controller: Controller, status: number, headers: Headers): void {
    if (status < 200) return // an informational response
    const body = new UndiciBody(controller)
    this.#body = body
    this.#resolve({
      status,
      header: (name) => {
        const value = headers[name]
        return Array.isArray(value) ? value.join(', ') : value
      },
      headers: () =>
        Object.entries(headers).flatMap(([name, value = []]) => [value].flat().map((one) => [name, one] as const)),
      body,
    })
  }

  onResponseData(_controller: Controller, chunk: Uint8Array): void {
    this.#body?.push(chunk)
  }

  onResponseEnd(): void {
    this.#body?.end()
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#reject(error)
    this.#body?.end(error)
  }
}
