import type { Exchange } from '../../packages/omniport/src/protocol/exchange/exchange.js'
import type { ServeTarget } from '../../packages/omniport/src/transport/environment.js'

/** A server as someone authenticated reaches it, whatever the transport. */
export function asPrincipal({ serve, environment }: ServeTarget, id: string): ServeTarget {
  const principal = { id, scopes: [], claims: {} }
  return { environment, serve: (message, exchange) => serve(message, withPrincipal(exchange, principal)) }
}

function withPrincipal(exchange: Exchange, principal: Exchange['principal']): Exchange {
  return new Proxy(exchange, {
    get(target, key) {
      if (key === 'principal') return principal
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
