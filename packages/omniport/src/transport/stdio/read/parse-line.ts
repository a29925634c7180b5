import { type Buffer, isAscii, isUtf8 } from 'node:buffer'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { findLimitViolation, type JsonBounds } from '../../../values/json/text/find-limit-violation.js'
import { EnvelopeReader } from './envelope-reader.js'

/**
 * Parses the JSON value on a line. Returns undefined for a line of spaces. spec: basic/transports/stdio
 * @throws RpcError -32700 when it is not JSON in UTF-8, -32600 when it exceeds `bounds`.
 */
export function parseLine(line: Buffer, bounds: JsonBounds): unknown {
  const text = decode(line)
  const violation = findLimitViolation(text, bounds)
  if (violation !== undefined) {
    const envelope = new EnvelopeReader()
    envelope.push(line)
    throw envelope.refuse(violation)
  }
  try {
    return JSON.parse(text)
  } catch {
    if (text.trim() === '') return undefined
    throw RpcError.parseError('Parse error: the line is not JSON')
  }
}

function decode(line: Buffer): string {
  if (isAscii(line)) return line.toString('latin1')
  if (!isUtf8(line)) throw RpcError.parseError('Parse error: the line is not UTF-8')
  return line.toString('utf8')
}
