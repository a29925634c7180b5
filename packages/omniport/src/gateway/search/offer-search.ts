import type { RpcParams, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import type { Exchange, Middleware, Serve } from '../../protocol/exchange/exchange.js'
import { isRequest } from '../../protocol/exchange/is-request.js'
import type { Implementation } from '../../protocol/exchange/peer.js'
import { WrappedExchange } from '../../protocol/exchange/wrapped-exchange.js'
import { encodeHeaderValue } from '../../protocol/headers/header-value.js'
import { type ParamHeader, paramHeadersIn, paramValue } from '../../protocol/headers/param-headers.js'
import { requestHeaders } from '../../protocol/headers/request-headers.js'
import type { Tool } from '../../protocol/model/tool.js'
import { objectValue } from '../../protocol/options/option-checks.js'
import { isLegacy, profileOf } from '../../protocol/revisions/revision-profile.js'
import { formatIssues } from '../../schema/format-issues.js'
import { createDocumentValidator, type Validator } from '../../schema/standard/validator.js'
import { isObject } from '../../values/json/is-object.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import { checkOptions, type OptionChecks } from '../../values/options/check-options.js'
import { didYouMean } from '../../values/text/nearest.js'
import { truncate } from '../../values/text/truncate.js'
import { envelopeOf, type ToolText, toToolResponse } from '../policy/encode-tool-result.js'
import { listTools } from './list-tools.js'
import { callName, defaultFound, findName, maxFound, searchTools } from './search-definitions.js'
import { ToolView } from './tool-view.js'

/** Options of `offerSearch`. */
export interface SearchOptions {
  /** Named in the results of the two tools at 2026-07-28. Default: they name no server. */
  readonly serverInfo?: Implementation | undefined
}

/**
 * Middleware that offers two tools in place of all: `find_tools` finds tools by words, with their schemas, and `call_tool` calls
 * one. What thousands of definitions would take of a model's context is free for other things. Only tools are found that the
 * caller may see. The arguments of a call are checked against the schema of its tool, and what is wrong is a result with
 * `isError`. Questions, progress, cancellation and results are those of the tool itself, and it can be called by its own name,
 * too.
 *
 * Give it before other middleware, which then sees the calls as they are meant.
 *
 * @throws TypeError for an option that cannot be used.
 */
export function offerSearch(options: SearchOptions = {}): Middleware {
  const { serverInfo } = checkOptions('offerSearch', options, checks)
  const views = new BoundedMap<ToolView>({ maxSize: maxViews })
  return (next) => {
    const search = new SearchServe(next, views, serverInfo)
    return (message, exchange) => {
      if (!isRequestMessage(message)) return next(message, exchange)
      if (isRequest(message, 'tools/list')) return Promise.resolve(search.list(message, exchange))
      if (!isRequest(message, 'tools/call')) return next(message, exchange)
      if (message.params.name === findName) return search.find(message, exchange)
      return message.params.name === callName ? search.call(message, exchange) : next(message, exchange)
    }
  }
}

const checks: OptionChecks<SearchOptions> = { serverInfo: objectValue }

/** Callers whose tools are indexed. Those of others are indexed again when they search. */
const maxViews = 16

/** How long a client may keep the list of the two tools. */
const listTtlMs = 60_000

type Served = Promise<RpcResponse | undefined>

class SearchServe {
  readonly #next: Serve
  readonly #views: BoundedMap<ToolView>
  readonly #serverInfo: Implementation | undefined
  readonly #validators = new WeakMap<Tool, Validator | undefined>()

  constructor(next: Serve, views: BoundedMap<ToolView>, serverInfo: Implementation | undefined) {
    this.#next = next
    this.#views = views
    this.#serverInfo = serverInfo
  }

  list({ id }: RpcRequest, { revision }: Exchange): RpcResponse {
    const hints = { ttlMs: listTtlMs, cacheScope: 'public', ...envelopeOf(this.#serverInfo) }
    const result = { tools: searchTools(revision), ...(profileOf(revision).resultEnvelope && hints) }
    return { jsonrpc: '2.0', id, result }
  }

  async find(message: RpcRequest, exchange: Exchange): Served {
    const { query, limit = defaultFound } = argumentsOf(message)
    if (typeof query !== 'string' || query.trim() === '') {
      return this.#fail(message, exchange, `Invalid arguments for ${findName}: query must be some words`)
    }
    if (!Number.isInteger(limit) || (limit as number) < 1 || (limit as number) > maxFound) {
      return this.#fail(message, exchange, `Invalid arguments for ${findName}: limit must be 1 to ${maxFound}`)
    }
    const all = await listTools(message, exchange, this.#next)
    if ('refusal' in all) return all.refusal
    const names = await this.#viewOf(exchange).find(all.tools, query, limit as number) // checked above
    const found = names.flatMap((name) => all.tools.get(name) ?? [])
    return this.#answer(message, exchange, toFoundText(found))
  }

  async call(message: RpcRequest, exchange: Exchange): Served {
    const { name, arguments: args = {} } = argumentsOf(message)
    if (typeof name !== 'string' || !isObject(args)) {
      const what = typeof name === 'string' ? 'arguments must be an object' : 'name must be the name of a tool'
      return this.#fail(message, exchange, `Invalid arguments for ${callName}: ${what}`)
    }
    const all = await listTools(message, exchange, this.#next)
    if ('refusal' in all) return all.refusal
    const tool = all.tools.get(name)
    if (tool === undefined) {
      const advice = didYouMean(name, [...all.tools.keys()])
      return this.#fail(message, exchange, `Unknown tool: ${truncate(name)}${advice} ${findName} finds tools.`)
    }
    const problem = await this.#problemOf(tool, args)
    if (problem !== undefined) return this.#fail(message, exchange, `Invalid arguments for ${name}: ${problem}`)
    const params: RpcParams = { ...message.params, name, arguments: args }
    return this.#next({ ...message, params }, mirrorArguments(exchange, tool, args))
  }

  #viewOf({ principal }: Exchange): ToolView {
    const key = principal === undefined ? '' : `principal ${principal.id}`
    const view = this.#views.get(key) ?? new ToolView()
    this.#views.set(key, view)
    return view
  }

  /** The server judges where a schema cannot be checked here. */
  async #problemOf(tool: Tool, args: object): Promise<string | undefined> {
    if (!this.#validators.has(tool)) this.#validators.set(tool, createValidator(tool))
    try {
      const checked = await this.#validators.get(tool)?.check(args)
      return checked?.issues === undefined ? undefined : formatIssues(checked.issues)
    } catch {
      return undefined
    }
  }

  #fail(message: RpcRequest, exchange: Exchange, text: string): RpcResponse {
    return this.#answer(message, exchange, { text, isError: true })
  }

  #answer(message: RpcRequest, { revision }: Exchange, text: ToolText): RpcResponse {
    return toToolResponse(message, revision, { ...text, serverInfo: this.#serverInfo })
  }
}

function argumentsOf({ params }: RpcRequest): Readonly<Record<string, unknown>> {
  const args = params?.['arguments']
  return isObject(args) ? args : {}
}

function createValidator({ inputSchema }: Tool): Validator | undefined {
  try {
    return createDocumentValidator(inputSchema)
  } catch {
    return undefined
  }
}

/** The definitions that were found, as far as they fit into one answer. */
function toFoundText(found: readonly Tool[]): ToolText {
  const tools: object[] = []
  let length = 0
  for (const { name, title, description, inputSchema, annotations } of found) {
    const tool = { name, title, description, inputSchema, annotations }
    length += JSON.stringify(tool).length
    if (length > maxFoundLength && tools.length > 0) break
    tools.push(tool)
  }
  if (found.length === 0) return { text: 'No tool was found. Other words may find one.', structuredContent: { tools } }
  const left = found.slice(tools.length).map(({ name }) => truncate(name))
  const note =
    left.length === 0 ? '' : `\nToo long to be shown here: ${left.join(', ')}. Search for each with a limit of 1.`
  return { text: `${JSON.stringify(tools)}${note}`, structuredContent: { tools } }
}

/** Characters of the definitions in one answer. */
const maxFoundLength = 256 * 1024

/**
 * The exchange of a call that another tool makes: over HTTP its headers repeat the arguments that the called tool marks, as its
 * client would have done. Legacy requests need not.
 *
 * spec: basic/transports/streamable-http#client-behavior
 */
function mirrorArguments(exchange: Exchange, { inputSchema }: Tool, args: unknown): Exchange {
  if (exchange.headers === undefined || isLegacy(exchange.revision)) return exchange
  const marked = paramHeadersIn(inputSchema)
  return marked.length === 0 ? exchange : new MirroredExchange(exchange, marked, args)
}

class MirroredExchange extends WrappedExchange {
  readonly #headers: Headers

  constructor(exchange: Exchange, marked: readonly ParamHeader[], args: unknown) {
    super(exchange, exchange.round)
    this.#headers = new Headers(exchange.headers)
    for (const header of marked) {
      const value = paramValue(header, args)
      if (value !== undefined) this.#headers.set(requestHeaders.param + header.name, encodeHeaderValue(value))
    }
  }

  override get headers(): Headers {
    return this.#headers
  }
}
