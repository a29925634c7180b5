import { createServer, isRequest, type Middleware, RpcError, tool } from 'omniport'
import { assert, type Equals } from './equals.js'

declare const allowed: (key: string) => Promise<boolean>

const audit: Middleware = (next) => async (message, exchange) => {
  const response = await next(message, exchange)
  console.error(message.method, exchange.revision, exchange.principal?.id, response?.error?.code)
  return response
}
const quota: Middleware = (next) => async (message, exchange) => {
  if (isRequest(message, 'tools/call')) {
    assert<Equals<typeof message.params.name, string>>()
    if (!(await allowed(message.params.name))) throw new RpcError(-31_000, 'Come back later')
  }
  return next(message, exchange)
}
const tenant: Middleware = (next) => (message, exchange) => {
  exchange.state.set('tenant', exchange.headers?.get('x-tenant'))
  return next(message, exchange)
}

const server = createServer({
  name: 'shop',
  version: '1',
  use: [audit],
  context: ({ state }) => ({ tenant: state.get('tenant') as string }),
  tools: { order: tool({ use: [quota], run: () => 'ordered' }) },
})
server.use(tenant, audit)

declare const message: Parameters<ReturnType<Middleware>>[0]
// @ts-expect-error only the methods that middleware looks at are known
isRequest(message, 'tools/write')
// @ts-expect-error a middleware gives back a Serve
server.use((next) => next('x'))
