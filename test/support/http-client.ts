import { encodeHeaderValue } from '../../packages/omniport/src/protocol/headers/header-value.js'
import { nameOf } from '../../packages/omniport/src/protocol/headers/request-headers.js'
import { metaKeys } from '../../packages/omniport/src/protocol/meta/meta-keys.js'
import type { LegacyRevision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import type { OpenShell, ShellRequest } from './http-shells.js'

type Headers = Readonly<Record<string, string>>
type Params = Readonly<Record<string, unknown>>

/** What every POST carries unless a test says otherwise. */
export const postHeaders: Headers = Object.freeze({
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
})

/** Posts a value as JSON. A header that is `-` is left out. */
export function post(shell: OpenShell, value: unknown, request: ShellRequest = {}): Promise<Response> {
  const headers = Object.entries({ ...postHeaders, ...request.headers }).filter(([, text]) => text !== '-')
  return shell.send({ body: JSON.stringify(value), ...request, headers: Object.fromEntries(headers) })
}

/** A modern request, with its protocol fields. */
export function modernRequest(method: string, params: Params = {}, id: string | number = 1): Params {
  const meta = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {} }
  const given = params['_meta'] as Params | undefined
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...meta, ...given } } }
}

/** The headers of a modern request. */
export function modernHeaders(method: string, params: Params = {}): Headers {
  const name = nameOf(method, params)
  return {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': encodeHeaderValue(name) }),
  }
}

/** Posts a modern request with the headers it needs. */
export function postModern(shell: OpenShell, method: string, params?: Params, more: ShellRequest = {}) {
  const headers = { ...modernHeaders(method, params), ...more.headers }
  return post(shell, modernRequest(method, params), { ...more, headers })
}

/** The request that begins a legacy session. */
export function initializeRequest(revision: string, capabilities: object = {}): Params {
  const params = { protocolVersion: revision, capabilities, clientInfo: { name: 'c', version: '1' } }
  return { jsonrpc: '2.0', id: 'initialize', method: 'initialize', params }
}

/** A legacy session, as its client sees it. */
export interface ClientSession {
  readonly id: string
  /** Of every request in it. */
  readonly headers: Headers
  /** Posts one message, or a batch. */
  post(value: unknown, request?: ShellRequest): Promise<Response>
  /** Posts a request. */
  request(method: string, params?: Params, id?: string | number): Promise<Response>
  /** Posts a notification. */
  notify(method: string, params?: Params): Promise<Response>
  /** Opens the standalone stream, or resumes a stream. */
  get(lastEventId?: string, request?: ShellRequest): Promise<Response>
  delete(): Promise<Response>
}

/** How a session begins. */
export interface BeginOptions {
  readonly revision?: LegacyRevision | undefined
  readonly headers?: Headers | undefined
  readonly capabilities?: object | undefined
  /** Whether the client says that it is ready. Default: true. */
  readonly initialized?: boolean | undefined
}

/** Begins a legacy session. */
export async function beginSession(shell: OpenShell, options: BeginOptions = {}): Promise<ClientSession> {
  const { revision = '2025-11-25', headers: own = {}, capabilities, initialized = true } = options
  const response = await post(shell, initializeRequest(revision, capabilities), { headers: own })
  const id = response.headers.get('mcp-session-id')
  const text = await response.text()
  if (id === null) throw new Error(`no session: ${response.status} ${text}`)
  const session = sessionOf(shell, id, { ...own, 'mcp-session-id': id, 'mcp-protocol-version': revision })
  if (initialized) await session.notify('notifications/initialized')
  return session
}

function sessionOf(shell: OpenShell, id: string, headers: Headers): ClientSession {
  const postIn = (value: unknown, request: ShellRequest = {}) =>
    post(shell, value, { ...request, headers: { ...headers, ...request.headers } })
  return {
    id,
    headers,
    post: postIn,
    request: (method, params, requestId = 1) => postIn({ jsonrpc: '2.0', id: requestId, method, params }),
    notify: (method, params) => postIn({ jsonrpc: '2.0', method, params }),
    get: (lastEventId, request = {}) => {
      const last = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
      return shell.send({
        ...request,
        method: 'GET',
        headers: { ...headers, accept: 'text/event-stream', ...last, ...request.headers },
      })
    },
    delete: () => shell.send({ method: 'DELETE', headers }),
  }
}
