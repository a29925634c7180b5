import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { isObject } from '../../values/json/is-object.js'
import { metaKeys } from '../meta/meta-keys.js'
import { taskNameParams } from '../meta/tasks-extension-id.js'
import { encodeHeaderValue } from './header-value.js'
import { type ParamHeader, paramHeadersIn, paramValue } from './param-headers.js'
import { nameOf, requestHeaders } from './request-headers.js'

/** Beside the message itself, what its headers depend on. */
export interface RequestHeaderOptions {
  /** The `inputSchema` of the tool that is called. Default: no argument is sent as a header. */
  readonly inputSchema?: unknown
  /** By method of an extension, the parameter that `Mcp-Name` repeats. Default: those of the tasks extension. */
  readonly nameParams?: ReadonlyMap<string, string> | undefined
}

/**
 * Returns the headers with which Streamable HTTP repeats a modern message, their names in lower case: `mcp-protocol-version` if
 * its `_meta` names a revision, `mcp-method`, `mcp-name`, and an `mcp-param-…` for each argument that the `inputSchema` marks.
 * Values that a header cannot carry are encoded. Marks that are not allowed give no headers.
 * spec: basic/transports/streamable-http#request-metadata
 */
export function toRequestHeaders(
  message: RpcRequest | RpcNotification,
  { inputSchema, nameParams = ofTasks }: RequestHeaderOptions = {},
): Record<string, string> {
  const { method, params = {} } = message
  const meta = params['_meta']
  const version = isObject(meta) ? meta[metaKeys.protocolVersion] : undefined
  return {
    ...(typeof version === 'string' && { [requestHeaders.version]: encodeHeaderValue(version) }),
    ...toNameHeaders(method, nameOf(method, params, nameParams)),
    ...(method === 'tools/call' && toParamHeaders(paramHeadersIn(inputSchema), params['arguments'])),
  }
}

const ofTasks: ReadonlyMap<string, string> = new Map(Object.entries(taskNameParams))

/** `mcp-method` and, of a message that names something, `mcp-name`. */
export function toNameHeaders(method: string, name: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { [requestHeaders.method]: encodeHeaderValue(method) }
  if (name !== undefined) headers[requestHeaders.name] = encodeHeaderValue(name)
  return headers
}

/** The marked arguments of a call; those that are absent have no header. */
export function toParamHeaders(wanted: readonly ParamHeader[], args: unknown): Record<string, string> {
  const headers = wanted.flatMap((header): [string, string][] => {
    const value = paramValue(header, args)
    return value === undefined ? [] : [[requestHeaders.param + header.name, encodeHeaderValue(value)]]
  })
  return Object.fromEntries(headers)
}
