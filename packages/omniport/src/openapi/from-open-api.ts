import type { Context } from '../server/requests/context.js'
import type { FullResult } from '../server/tools/result.js'
import { type AnyTool, tool } from '../server/tools/tool.js'
import { ToolError } from '../server/tools/tool-error.js'
import type { JsonObject } from '../values/json/json-object.js'
import { assertKnown } from '../values/options/check-options.js'
import { parseUrl } from '../values/text/parse-url.js'
import { buildRequest } from './build-request.js'
import { OpenApiDocument, own, type PathOperation } from './open-api-document.js'
import { Unsupported } from './open-api-error.js'
import { type OpenApiOperation, type Operation, readOperation } from './operation.js'
import { readResponse } from './read-response.js'

/** Options of `fromOpenApi`. */
export interface OpenApiOptions {
  /** Where the API is. The `servers` of the document are not used: a document does not decide where requests and credentials go. */
  readonly baseUrl: string | URL
  /**
   * The operations that become tools. **The risk**: a model may call whatever is a tool. Default: those with the method GET, which
   * change nothing.
   */
  readonly include?: ((operation: OpenApiOperation) => boolean) | undefined
  /**
   * Called for each request: its headers, such as the credentials of the caller, whom `ctx.principal` names. They replace headers of the
   * same name. Default: none.
   */
  readonly headers?: ((ctx: Context<unknown>) => HeadersInit | Promise<HeadersInit>) | undefined
  /** Sends the requests. Default: the platform's. */
  readonly fetch?: typeof fetch | undefined
  /** How long a request may take. Default: 30 seconds. */
  readonly timeoutMs?: number | undefined
  /** The longest body of a response. Default: 1 MiB. */
  readonly maxResponseBytes?: number | undefined
}

/**
 * Makes tools of the operations of an OpenAPI document, version 3.0 or 3.1: `createServer({ tools: fromOpenApi(document, { baseUrl }) })`.
 * A tool is named after its `operationId`, or after method and path. Its arguments are the parameters of path, query and headers,
 * and `body`, which is JSON. JSON, text and images of a response reach the model; any status but 2xx is a failure that it reads. A
 * redirect is not followed.
 *
 * The document may be hostile: it says neither where requests go nor with which credentials; references stay inside it; its size and the
 * tools (200) are bounded. Its descriptions reach the model, as those of any tool do.
 *
 * @throws TypeError for wrong options, for another version, and for an operation that cannot be a tool, such as one with an upload: it
 * says which, and why; leave that out with `include`.
 */
export function fromOpenApi(document: unknown, options: OpenApiOptions): Readonly<Record<string, AnyTool<unknown>>> {
  const settings = checkSettings(options)
  const { include = ({ method }) => method === 'get' } = options
  const openApi = new OpenApiDocument(document)
  const tools = new Map<string, AnyTool<unknown>>()
  for (const found of openApi.operations()) {
    const described = toOpenApiOperation(found)
    if (!include(described)) continue
    const name = toolName(described)
    const where = `${found.method.toUpperCase()} ${found.path}`
    if (tools.has(name)) throw new TypeError(`fromOpenApi: ${where} has the name "${name}" of another operation`)
    if (tools.size === maxTools) {
      throw new TypeError(`fromOpenApi: the document makes more than ${maxTools} tools; choose some with include`)
    }
    tools.set(name, toTool(readOrExplain(openApi, found, where), where, settings))
  }
  return Object.fromEntries(tools)
}

interface Settings {
  readonly baseUrl: URL
  readonly headers: OpenApiOptions['headers']
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly maxResponseBytes: number
}

function checkSettings(options: OpenApiOptions): Settings {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('fromOpenApi: give it options with a baseUrl')
  const names = ['baseUrl', 'include', 'headers', 'fetch', 'timeoutMs', 'maxResponseBytes']
  assertKnown('fromOpenApi', Object.keys(options), names)
  const { headers, timeoutMs = 30_000, maxResponseBytes = 1024 * 1024 } = options
  const baseUrl = parseUrl(options.baseUrl)
  if (baseUrl === undefined) {
    throw new TypeError(`fromOpenApi: baseUrl must be an absolute URL; got ${String(options.baseUrl)}`)
  }
  if (!/^https?:$/.test(baseUrl.protocol)) throw new TypeError('fromOpenApi: baseUrl must begin with https: or http:')
  for (const [name, value] of Object.entries({ timeoutMs, maxResponseBytes })) {
    if (!(Number.isSafeInteger(value) && value > 0)) {
      throw new TypeError(`fromOpenApi: ${name} must be a whole number above 0; got ${String(value)}`)
    }
  }
  const send = options.fetch ?? ((input, init) => fetch(input, init))
  return { baseUrl, headers, fetch: send, timeoutMs, maxResponseBytes }
}

function toOpenApiOperation({ method, path, operation }: PathOperation): OpenApiOperation {
  const [operationId, tags] = [own(operation, 'operationId'), own(operation, 'tags')]
  return {
    method,
    path,
    operationId: typeof operationId === 'string' ? operationId : undefined,
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
  }
}

/** Letters that every host takes in the name of a tool. */
function toolName({ operationId, method, path }: OpenApiOperation): string {
  const name = (operationId ?? `${method}${path}`).replace(/[^\w-]+/g, '_').replace(/^_+|_$/g, '')
  return name.slice(0, 64) || method
}

function readOrExplain(document: OpenApiDocument, found: PathOperation, where: string): Operation {
  try {
    return readOperation(document, found)
  } catch (problem) {
    if (!(problem instanceof Unsupported)) throw problem
    throw new TypeError(`fromOpenApi: ${where} cannot be a tool: ${problem.message}; leave it out with include`)
  }
}

function toTool(operation: Operation, name: string, settings: Settings): AnyTool<unknown> {
  const { method, description, input } = operation
  return tool({
    description: description || name,
    input: input as JsonObject & { readonly type: 'object' },
    annotations: {
      readOnlyHint: ['get', 'head', 'options'].includes(method),
      destructiveHint: !['get', 'head', 'options', 'post'].includes(method),
      idempotentHint: method !== 'post' && method !== 'patch',
      openWorldHint: true,
    },
    run: async (args: JsonObject, ctx: Context<unknown>) => {
      const { url, headers, body } = buildRequest(operation, args, settings.baseUrl)
      const own = new Headers(await settings.headers?.(ctx))
      own.forEach((value, key) => {
        headers.set(key, value)
      })
      return send({ url, headers, body, method: method.toUpperCase() }, { name, ctx, settings })
    },
  }) as AnyTool<unknown>
}

interface Sending {
  readonly name: string
  readonly ctx: Context<unknown>
  readonly settings: Settings
}

interface Sent {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: string | undefined
}

/** @throws ToolError for a request that fails, breaks off or takes too long: the reason is not for the model. */
async function send({ url, ...init }: Sent, { name, ctx, settings }: Sending): Promise<FullResult> {
  const { fetch: sendRequest, timeoutMs, maxResponseBytes: maxBytes } = settings
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await sendRequest(url, { ...init, body: init.body ?? null, redirect: 'manual', signal })
    return await readResponse(response, { name, maxBytes })
  } catch (cause) {
    if (cause instanceof ToolError) throw cause
    ctx.signal.throwIfAborted()
    const isLate = signal.aborted
    throw new ToolError(`${name} ${isLate ? `did not answer within ${timeoutMs} ms` : 'could not be reached'}`, {
      cause,
    })
  }
}

const maxTools = 200
