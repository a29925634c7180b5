import type { AuthOptions } from '../../entries/client.js'
import { resolveAuth } from '../client/resolve-auth.js'
import type { Invocation } from '../command-line/invocation.js'
import type { Io } from '../process/io.js'
import type { ResolvedTarget } from '../target/resolved-target.js'
import { HttpWire } from './http-wire.js'
import { SseWire } from './sse-wire.js'
import { StdioWire } from './stdio-wire.js'
import type { RawTransport, WireLimits } from './wire.js'

export interface Wires {
  readonly transport: 'stdio' | 'http'
  /** Each opens a connection of its own. */
  open(): Promise<RawTransport>
  /** The same over HTTP+SSE of 2024-11-05; resolves with undefined if the address does not speak it. */
  openSse(): Promise<RawTransport | undefined>
  close(): Promise<void>
}

/**
 * Prepares raw connections to a target. A module is served over HTTP on this machine. Rejects with CliError `usage` for credentials
 * that do not work together.
 */
export async function prepareWires(target: ResolvedTarget, { options }: Invocation, io: Io): Promise<Wires> {
  const limits: WireLimits = { timeoutMs: options.timeout ?? timeoutMs, signal: io.signal }
  if (target.type === 'command') {
    const { command } = target
    return { transport: 'stdio', open: () => StdioWire.start(command, limits), openSse: no, close: no }
  }
  if (target.type === 'module') {
    const { serveHttp } = await import('../../entries/node.js')
    const served = await serveHttp(target.server, { port: 0 })
    const open = async () => new HttpWire({ ...limits, url: served.url, headers: {}, fetch })
    return { transport: 'http', open, openSse: no, close: () => served.close() }
  }
  const { url, headers } = target.address
  const auth = await resolveAuth(options, target, io)
  const authorized = auth === undefined ? fetch : await authorizedFetch(url, auth, io)
  const settings = { ...limits, url, headers, fetch: authorized }
  const openSse = onceRefused(() => SseWire.open(settings))
  return { transport: 'http', open: async () => new HttpWire(settings), openSse, close: no }
}

async function no(): Promise<undefined> {}

/** Does not ask again what was refused at first. */
function onceRefused<T>(open: () => Promise<T | undefined>): () => Promise<T | undefined> {
  let isRefused = false
  return async () => {
    const opened = isRefused ? undefined : await open()
    isRefused ||= opened === undefined
    return opened
  }
}

const timeoutMs = 10_000

/** Adds credentials to each request, and sends once more what is refused for want of them. */
async function authorizedFetch(url: string, auth: AuthOptions, io: Io): Promise<typeof fetch> {
  const { createHttpAuthorizer } = await import('../../entries/auth.js')
  const authorizer = await createHttpAuthorizer(url, auth, { onError: (reason) => io.warn(String(reason)) })
  return async (input, init = {}) => {
    const request = { method: init.method ?? 'GET', url }
    for (let retries = 0; ; retries += 1) {
      const added = await authorizer.headers(request, io.signal)
      const response = await fetch(input, { ...init, headers: [...Object.entries(added), ...entriesOf(init.headers)] })
      const header = (name: string) => response.headers.get(name) ?? undefined
      authorizer.onReply({ url, header })
      if (response.status !== 401 && response.status !== 403) return response
      const refusal = { ...request, status: response.status, sent: added, retries, header }
      if (retries >= mostRetries || !(await authorizer.recover(refusal, io.signal))) return response
      await response.body?.cancel()
    }
  }
}

const mostRetries = 3

function entriesOf(headers: RequestInit['headers']): [string, string][] {
  return [...new Headers(headers)]
}
