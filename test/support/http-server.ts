import { isRequestMessage } from '../../packages/omniport/src/jsonrpc/serving/serve.js'
import type { Exchange, Middleware } from '../../packages/omniport/src/protocol/exchange/exchange.js'
import { resource } from '../../packages/omniport/src/server/resources/resource.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { type DefinedForTest, type DefineOptions, defineServer } from './define-server.js'
import { createHttpRuntime } from './virtual-runtime.js'

/** What the tool `hook` does: gives the text of its result. */
export type Hook = (exchange: Exchange) => string | Promise<string>

/** A server to be reached over HTTP. */
export interface HttpServerForTest extends DefinedForTest {
  /** Says what calls of the tool `hook` do from now on. */
  onHook(hook: Hook): void
}

/** Defines a server with the tools `echo` and `hook`, and a resource; its time stands still. */
export function defineHttpServer(options: DefineOptions = {}): HttpServerForTest {
  const runtime = createHttpRuntime()
  let hook: Hook = () => 'nothing'
  const intercept: Middleware = (next) => async (message, exchange) => {
    if (!isRequestMessage(message) || message.method !== 'tools/call' || message.params?.['name'] !== 'hook') {
      return next(message, exchange)
    }
    const content = [{ type: 'text', text: await hook(exchange) }]
    return { jsonrpc: '2.0', id: message.id, result: { resultType: 'complete', content } }
  }
  const defined = defineServer({
    runtime,
    use: [intercept],
    tools: {
      echo: tool({ run: (args) => JSON.stringify(args) }),
      hook: tool({ run: () => 'never' }),
      region: tool({ input: regionSchema, run: () => 'there' }),
    },
    resources: { page: resource({ uri: 'test:page', read: () => 'text' }) },
    ...options,
  })
  return {
    ...defined,
    runtime,
    onHook: (given) => {
      hook = given
    },
  }
}

const regionSchema = {
  type: 'object' as const,
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
  },
}

/** A promise and what settles it. */
export interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
}

export function deferred<T = void>(): Deferred<T> {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((give) => {
    resolve = give
  })
  return { promise, resolve }
}
