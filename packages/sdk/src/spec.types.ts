export type * from './schemas/specification.gen.js'

export const LATEST_PROTOCOL_VERSION = 'DRAFT-2026-v1'
export const JSONRPC_VERSION = '2.0'

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
export const URL_ELICITATION_REQUIRED = -32042
