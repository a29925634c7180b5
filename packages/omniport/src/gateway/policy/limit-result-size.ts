import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isRequestMessage } from '../../jsonrpc/serving/serve.js'
import type { Exchange, Middleware } from '../../protocol/exchange/exchange.js'
import { byteCount, functionValue } from '../../protocol/options/option-checks.js'
import { RawJson } from '../../values/json/raw-json.js'
import { checkOptions, type OptionChecks, required } from '../../values/options/check-options.js'
import { announceRefusal, type RefusalOptions } from './announce-refusal.js'
import { toToolResponse } from './encode-tool-result.js'
import { encodeAgain } from './policy-list.js'
import { withRawResults } from './raw-results.js'
import { refuse } from './unknown-target.js'

/** Options of `limitResultSize`. */
export interface ResultSizeOptions extends RefusalOptions {
  /** Bytes of one result as UTF-8 JSON. */
  readonly maxBytes: number
}

/**
 * Middleware that holds back results that are too large for a model or a client. In place of a tool's result there is one with
 * `isError`, from which a model learns to ask for less; other requests get -32603. What the request did has been done.
 *
 * A result is written as JSON here, and passed on as that: give it before other middleware, so that these need not read it
 * again.
 *
 * @throws TypeError for an invalid `maxBytes`.
 */
export function limitResultSize(options: ResultSizeOptions): Middleware {
  const { maxBytes, onEvent } = checkOptions('limitResultSize', options, checks)
  return withRawResults((next) => async (message, exchange) => {
    const response = await next(message, exchange)
    if (response?.result === undefined || !isRequestMessage(message) || unlimited.has(message.method)) return response
    const { result } = response
    const encoded = result instanceof RawJson ? result : encodeAgain(result, exchange.revision)
    const bytes = encoded.bytes.length
    if (bytes <= maxBytes) return { ...response, result: encoded }
    announceRefusal({ onEvent }, message, { rule: 'limitResultSize', exchange })
    return tooLarge(message, exchange, { bytes, maxBytes })
  })
}

const checks: OptionChecks<ResultSizeOptions> = { maxBytes: required(byteCount), onEvent: functionValue }

/** Without them a client could do nothing at all. */
const unlimited: ReadonlySet<string> = new Set(['initialize', 'server/discover'])

function tooLarge(
  message: RpcRequest,
  exchange: Exchange,
  { bytes, maxBytes }: { readonly bytes: number; readonly maxBytes: number },
): RpcResponse | undefined {
  const text = `The result has ${bytes} bytes, more than the ${maxBytes} that are passed on`
  if (message.method !== 'tools/call') return refuse(message, RpcError.internal(text), exchange)
  const advice = 'Ask for less, for example for a part or a page of it.'
  return toToolResponse(message, exchange.revision, { text: `${text}. ${advice}`, isError: true })
}
