import type { Operation, OperationOutcome } from 'omniport/protocol'
import { otherName, toolError } from '../conventions/names.js'

/** How an operation failed. */
export interface OperationError {
  /** The code of an error response. It is set too where that is no error of the one who measures. */
  readonly code?: number | undefined
  /** Undefined: for this side it is no error. */
  readonly type?: string | undefined
  readonly message?: string | undefined
}

/** The error of an outcome by the rules of the conventions; undefined for success. */
export function errorOf({ role, message }: Operation, outcome: OperationOutcome): OperationError | undefined {
  const { response, reason } = outcome
  if (response?.error !== undefined) return ofCode(role, response.error)
  if (reason !== undefined) return ofReason(role, reason)
  return message.method === 'tools/call' && isErrorResult(response?.result) ? { type: toolError } : undefined
}

/** The codes of requests that a receiver could not serve, which is the error of their sender. */
const errorsOfSender: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602, -32002])

function ofCode(role: Operation['role'], { code, message }: { code: number; message: string }): OperationError {
  const isError = role === 'sender' || !errorsOfSender.has(code)
  return { code, message, type: isError ? String(code) : undefined }
}

function ofReason(role: Operation['role'], reason: unknown): OperationError {
  if (!(reason instanceof Error)) return { type: otherName }
  const { code } = reason as { readonly code?: unknown }
  if (typeof code === 'number' && reason.name !== 'AbortError') return ofCode(role, { code, message: reason.message })
  return { type: typeof code === 'string' ? code : reason.name, message: reason.message }
}

function isErrorResult(result: unknown): boolean {
  const value = resultValue(result, '"isError"')
  return typeof value === 'object' && value !== null && (value as { readonly isError?: unknown }).isError === true
}

/** A result may be bytes, which are parsed only if they can have the member. */
export function resultValue(result: unknown, member = ''): unknown {
  const { bytes } = (result ?? {}) as { readonly bytes?: unknown }
  if (!(bytes instanceof Uint8Array)) return result
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return text.includes(member) ? (result as { readonly value?: unknown }).value : undefined
}
