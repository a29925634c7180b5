/** The codes of JSON-RPC and MCP errors, and of those that only this side knows. */
declare enum Code {
  ConnectionClosed = -32000,
  RequestTimeout = -32001,
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  UrlElicitationRequired = -32042,
}

const codes = {
  ConnectionClosed: -32000,
  RequestTimeout: -32001,
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  UrlElicitationRequired: -32042,
}

const names = Object.fromEntries(Object.entries(codes).map(([name, code]) => [code, name]))

/** The codes of JSON-RPC and MCP errors, by name; and the names, by code. */
export const ErrorCode = { ...codes, ...names } as unknown as typeof Code
export type ErrorCode = Code
// biome-ignore lint/style/noNamespace: programs name the type of one code, as of an enum.
export declare namespace ErrorCode {
  type ConnectionClosed = Code.ConnectionClosed
  type RequestTimeout = Code.RequestTimeout
  type ParseError = Code.ParseError
  type InvalidRequest = Code.InvalidRequest
  type MethodNotFound = Code.MethodNotFound
  type InvalidParams = Code.InvalidParams
  type InternalError = Code.InternalError
  type UrlElicitationRequired = Code.UrlElicitationRequired
}
