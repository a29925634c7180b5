import { defaultRuntime } from '../../async/runtime/runtime.js'
import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { GatewayEvent } from '../gateway-events.js'
import { eventClientOf } from '../gateway-services.js'
import { targetOf } from './policy-target.js'

/** The option of policy that announces what is refused. */
export interface RefusalOptions {
  /** Gets `request-refused` for each request that is refused here; it may be the `onEvent` of the gateway. Default: nobody hears of it. */
  readonly onEvent?: ((event: GatewayEvent) => void) | undefined
}

/** Announces that `rule` refused a request. */
export function announceRefusal(
  { onEvent }: RefusalOptions,
  message: RpcRequest | RpcNotification,
  { rule, exchange }: { readonly rule: string; readonly exchange: Exchange },
): void {
  if (onEvent === undefined) return
  const name = targetOf(message)?.name
  const client = eventClientOf(exchange)
  const { method } = message
  onEvent({
    type: 'request-refused',
    at: defaultRuntime.now(),
    method,
    rule,
    ...(name !== undefined && { name }),
    client,
  })
}
