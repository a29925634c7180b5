import type { RpcErrorObject } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { truncate } from '../../values/text/truncate.js'
import type { Era } from '../revisions/revision.js'

/** A header, and what the body has in its place; undefined where there is nothing. */
export interface HeaderValues {
  readonly name: string
  readonly sent: string | undefined
  readonly expected: string | undefined
}

/**
 * Creates the error of a header that differs from the body: -32020, or in legacy revisions the -32001 of the draft that brought
 * the headers. It names both values on one line, each cut after 128 characters.
 *
 * spec: basic/transports/streamable-http#server-validation
 */
export function headerMismatch({ name, sent, expected }: HeaderValues, era: Era): RpcError {
  const header = sent === undefined ? `${name} is missing` : `${name} says "${truncate(sent)}"`
  const body = expected === undefined ? 'has no value for it' : `says "${truncate(expected)}"`
  return new RpcError(era === 'legacy' ? legacyCode : -32020, `${start}${header}, the body ${body}`)
}

/**
 * Tells the errors of headers that differ from the body. Servers use -32001 for other things too, such as a time limit, so its
 * text has to speak of these headers.
 */
export function isHeaderMismatch({ code, message }: Pick<RpcErrorObject, 'code' | 'message'>): boolean {
  return code === -32020 || (code === legacyCode && mismatchText.test(message))
}

/** True for the legacy error that `headerMismatch` creates. */
export function isLegacyHeaderMismatch({ code, message }: Pick<RpcErrorObject, 'code' | 'message'>): boolean {
  return code === legacyCode && message.startsWith(start)
}

const legacyCode = -32001
const start = 'Header mismatch: '
const mismatchText = /header.?mismatch|mcp-(?:method|name|param)/i
