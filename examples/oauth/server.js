import { createServer, tool } from 'omniport'
import { jwtAuth } from 'omniport/auth'
import { serveHttp } from 'omniport/node'

const orders = new Map([
  ['ada', ['tea', 'milk']],
  ['bob', ['salt']],
])

const server = createServer({
  name: 'orders',
  version: '1.0.0',
  tools: {
    list_orders: tool({
      description: 'Lists your orders',
      annotations: { readOnlyHint: true },
      run: (_args, { principal }) => ({ orders: orders.get(principal.id) ?? [] }),
    }),
    place_order: tool({
      description: 'Orders an article',
      scopes: ['orders:write'], // a token without it is answered with 403, and the client asks for more
      input: { type: 'object', properties: { article: { type: 'string' } }, required: ['article'] },
      run({ article }, { principal }) {
        orders.set(principal.id, [...(orders.get(principal.id) ?? []), article])
        return `Ordered ${article}`
      },
    }),
  },
})

/** Serves the orders of whoever has a token of `issuer` for this address. Returns what `serveHttp` does. */
export function serveOrders({ port, issuer, scopes = ['orders:read'] }) {
  const audience = `http://127.0.0.1:${port}/mcp`
  const auth = jwtAuth({ issuer, audience, scopes, implies: { 'orders:write': ['orders:read'] } })
  return serveHttp(server, { port, auth })
}
