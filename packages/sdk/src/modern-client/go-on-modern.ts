import { newestRevision } from '#core/revisions'
import { StreamableHTTPError } from '../http-client/streamable-http-options.js'
import { isRecord } from '../protocol/message-kind.js'
import type { Transport } from '../shared/transport.js'
import { McpError } from '../types.js'
import { type ModernTransport, speakModern } from './modern-route.js'

/**
 * Introduces the client again, in 2026-07-28, if `error`, the answer to `initialize`, says that the server may speak that. Rejects
 * with `error` if it does not. spec: basic/versioning#backward-compatibility
 */
export async function goOnModern(transport: Transport, error: unknown, introduce: () => Promise<void>): Promise<void> {
  const refusal = refusalOf(error)
  if (refusal === undefined) throw error
  const { code, message, data } = refusal
  const supported = isRecord(data) && Array.isArray(data['supported']) ? data['supported'] : []
  const isNamed = supported.includes(newestRevision)
  if (!isNamed && !modernCodes.has(code)) throw error
  if (isModernTransport(transport)) {
    transport[speakModern]()
    return introduce().catch((reason: unknown) => {
      throw isRecord(reason) && reason['code'] === 'unsupported' ? error : reason
    })
  }
  if (!isNamed) throw error
  const advice = `The server speaks ${supported.join(', ').slice(0, 200)}, which a transport of the program's own cannot carry: use StdioClientTransport or StreamableHTTPClientTransport, or connect() of omniport/client`
  throw new McpError(code, `${message}. ${advice}`, data)
}

/** Of a modern server that read `initialize` as one of its own requests, and of one that has no such method. */
const modernCodes: ReadonlySet<unknown> = new Set([-32022, -32021, -32020, -32602, -32601])

interface Refusal {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** The JSON-RPC error of a refusal, which HTTP servers send with a status. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof McpError) return { code: error.code, message: withoutPrefix(error), data: error.data }
  if (!(error instanceof StreamableHTTPError)) return undefined
  const { code: status, message } = error
  if (status === undefined || status < 400 || status >= 500 || status === 401 || status === 403) return undefined
  try {
    const body: unknown = JSON.parse(message.slice(message.indexOf('{')))
    const inner = isRecord(body) ? body['error'] : undefined
    if (!isRecord(inner) || typeof inner['code'] !== 'number') return undefined
    return { code: inner['code'], message: String(inner['message']), data: inner['data'] }
  } catch {
    return undefined
  }
}

function withoutPrefix({ code, message }: McpError): string {
  const prefix = `MCP error ${code}: `
  return message.startsWith(prefix) ? message.slice(prefix.length) : message
}

function isModernTransport(transport: Transport): transport is Transport & ModernTransport {
  return typeof (transport as Partial<ModernTransport>)[speakModern] === 'function'
}
