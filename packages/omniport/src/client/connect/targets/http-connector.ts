import { isBrowser } from '../../../async/runtime/is-node.js'
import type { AuthOptions } from '../../../auth/client/auth-options.js'
import type { Limits } from '../../../protocol/limits/limits.js'
import type { ConnectionInterceptor, InterceptedRequest } from '../../../transport/connection-interceptor.js'
import type { HttpAuthorizer } from '../../../transport/http-authorizer.js'
import type { HttpSender } from '../../../transport/http-sender.js'
import { AuthorizingSender } from '../../auth/authorizing-sender.js'
import { openAuthorizer } from '../../auth/open-authorizer.js'
import type { ClientServices } from '../../client-services.js'
import { FetchSender } from '../../http/fetch-sender.js'
import { HttpClientTransport } from '../../http/http-client-transport.js'
import type { HttpEndpoint } from '../../http/http-endpoint.js'
import { SentSecrets } from '../../http/sent-secrets.js'
import { connectionLimits, ServerConnections } from '../../http/server-connections.js'
import { openSender } from '../../platform/platform-services.js'
import type { Connector } from './connector.js'

/** A checked HTTP target. */
export interface HttpTarget {
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Sends the requests. Default: connections of its own on Node, else the global `fetch`. */
  readonly fetch: typeof fetch | undefined
}

/** Connects over HTTP. @throws TypeError when both the headers and `auth` have credentials. */
export function httpConnector({ url, headers, fetch: given }: HttpTarget, services: ClientServices): Connector {
  const { limits, runtime, readRaw, report, toolHeaders, cache, changes, inputHandlers, intercept } = services
  const { nameParams } = services.extensions
  if (services.authorization !== undefined && headers['authorization'] !== undefined) {
    throw new TypeError('connect: target.headers has an authorization, and so has auth: give one of them')
  }
  let opening: Promise<HttpAuthorizer> | undefined
  const secrets = new SentSecrets(url, headers)
  const onInputRequest: HttpEndpoint['onInputRequest'] = (id, cause) => inputHandlers.openRequests.setCause(id, cause)
  const onDelivery: HttpEndpoint['onDelivery'] = (id) => {
    inputHandlers.openRequests.deliveredWith = id
  }
  const sessionHeaders = { isSent: !isBrowser() }
  const shared = {
    url,
    headers,
    secrets,
    nameParams,
    sessionHeaders,
    limits,
    runtime,
    readRaw,
    onInputRequest,
    onDelivery,
    report,
  }
  const open = async (): Promise<HttpSender> => {
    if (services.authorization === undefined) return intercepted(await senderOf(given, limits), intercept)
    opening ??= openAuthorizer(url, services.authorization, services)
    const authorizer = await opening
    // What one token may see is not for another.
    const onNewCredentials = () => cache.clear()
    const sender = intercepted(await senderOf(given, limits), intercept)
    return new AuthorizingSender(sender, { authorizer, origin: url.origin, secrets, onNewCredentials })
  }
  return {
    network: { transport: 'http', url },
    reopens: true,
    isRemote: true,
    authorizes: true,
    key: keyOf({ url, headers }, services),
    open: async (serve) => {
      const endpoint: HttpEndpoint = { ...shared, sender: await open(), connections: new ServerConnections(limits) }
      return new HttpClientTransport({ endpoint, serve, tools: toolHeaders, onGap: () => changes.publishGap() })
    },
  }
}

/** The cache key, which hides the headers. Undefined: the principal is not known before connecting. */
function keyOf(
  { url, headers }: Pick<HttpTarget, 'url' | 'headers'>,
  { authorization }: ClientServices,
): string | undefined {
  const principal = authorization === undefined ? [] : knownPrincipal(authorization.options)
  return principal && `${url.href} ${digest(JSON.stringify([...Object.entries(headers).sort(), ...principal]))}`
}

/** FNV-1a, twice: enough to tell strings apart. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193]
  for (let at = 0; at < text.length; at += 1) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x01000193)
    b = Math.imul(b ^ text.charCodeAt(at), 0x85ebca6b)
  }
  return `${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`
}

/** Identifies the principal; undefined where the options do not name it. */
function knownPrincipal({ token, grant, clientId }: AuthOptions): readonly string[] | undefined {
  if (typeof token === 'string') return ['token', token]
  if (token === undefined && grant === 'client_credentials' && clientId !== undefined) return ['client', clientId]
  return undefined
}

/** Sends with `given` where there is one, else in the way of this platform. */
async function senderOf(given: typeof fetch | undefined, limits: Limits): Promise<HttpSender> {
  return given === undefined ? openSender(connectionLimits(limits)) : new FetchSender(given)
}

function intercepted(sender: HttpSender, intercept: ConnectionInterceptor | undefined): HttpSender {
  const send = intercept?.send
  if (send === undefined) return sender
  return {
    send: (request) => {
      const { method, url, headers, body, abort } = request
      const passOn = ({ signal: _, ...changed }: InterceptedRequest) => sender.send({ ...request, ...changed })
      return send({ method, url, headers, body, signal: abort.signal }, passOn)
    },
    close: () => sender.close(),
  }
}
