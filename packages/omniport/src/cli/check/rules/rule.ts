import type { Revision } from '../../../entries/protocol.js'
import type { RawConnection } from '../../wire/raw-connection.js'
import type { Reply } from '../../wire/wire.js'

/** One check of a server, in one revision, over one transport. */
export interface Rule {
  /** The name of the check in reports. */
  readonly name: string
  /** What a server that passes does. */
  readonly title: string
  /** The requirements that it checks, by their ids. */
  readonly requirements: readonly string[]
  /** `should`: a problem is a warning. */
  readonly level: 'must' | 'should'
  readonly applies?: ((revision: Revision) => boolean) | undefined
  readonly transport?: 'stdio' | 'http' | 'sse' | undefined
  /** The capability of the server that it is about, or the path to one within another. */
  readonly capability?: string | readonly string[] | undefined
  /** Undefined, or what the server did. */
  check(connection: RawConnection): Promise<string | undefined>
}

/** The problem, unless the reply is an error with one of these codes. */
export function expectError(reply: Reply, codes: readonly number[]): string | undefined {
  const { error } = reply.response ?? {}
  if (error !== undefined && codes.some((code) => error.code === code)) return undefined
  return `expected an error with code ${codes.join(' or ')}; ${describeReply(reply)}`
}

/** The problem, unless the reply is a result. */
export function expectResult(reply: Reply): string | undefined {
  return reply.response?.result === undefined ? `expected a result; ${describeReply(reply)}` : undefined
}

export function expectStatus(reply: Reply, statuses: readonly number[]): string | undefined {
  if (reply.status !== undefined && statuses.includes(reply.status)) return undefined
  return `expected HTTP status ${statuses.join(' or ')}; ${describeReply(reply)}`
}

export function describeReply({ response, status, text, failure }: Reply): string {
  const over = status === undefined ? '' : ` with HTTP status ${status}`
  if (failure !== undefined) return `got no reply: ${failure}`
  if (response?.error !== undefined) return `got error ${String(response.error.code)}${over}`
  if (response?.result !== undefined) return `got a result${over}`
  return status === undefined ? 'got nothing in time' : `got HTTP status ${status}${text ? ` and "${text}"` : ''}`
}
