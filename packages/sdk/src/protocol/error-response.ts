import { errorTextOf } from '#core/serve'
import { ErrorCode, type JSONRPCErrorResponse, McpError, type RequestId } from '../types.js'
import { isStrict } from './strict.js'

/** Gives the error of a handler as its response: code, message and data as they are, where they can be sent. */
export function encodeError(id: RequestId, error: unknown): JSONRPCErrorResponse {
  const { code, message, data } = isStrict() ? maskedFieldsOf(error) : fieldsOf(error)
  return {
    jsonrpc: '2.0',
    id,
    error: {
      code: Number.isSafeInteger(code) ? (code as number) : ErrorCode.InternalError,
      message: typeof message === 'string' ? message : 'Internal error',
      ...(data !== undefined && { data }),
    },
  }
}

export function methodNotFound(id: RequestId): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: ErrorCode.MethodNotFound, message: 'Method not found' } }
}

/** The text of an error for a model. */
export function textOf(error: unknown): string {
  if (isStrict()) return String(maskedFieldsOf(error).message ?? 'Internal error')
  return error instanceof Error ? error.message : String(error)
}

interface ErrorFields {
  readonly code?: unknown
  readonly message?: unknown
  readonly data?: unknown
}

/** Errors of the protocol and of schemas are for peers; of others, what an author wrote as the text of a plain error. */
function maskedFieldsOf(error: unknown): ErrorFields {
  if (error instanceof McpError) return error
  const fields = fieldsOf(error)
  const isOfSchema = Array.isArray((fields as { readonly issues?: unknown }).issues)
  return { message: isOfSchema ? fields.message : errorTextOf(error, 'author') }
}

function fieldsOf(error: unknown): ErrorFields {
  return error === undefined || error === null ? {} : error
}
