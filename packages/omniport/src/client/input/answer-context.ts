import type { Runtime } from '../../async/runtime/runtime.js'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { assertProgress, ProgressReporter, progressTokenOf } from '../../transport/exchange/progress-reporter.js'
import type { AnswerContext } from '../connect-options.js'

/** The exchange in which a request of the server is answered. */
export interface ReportingOptions {
  readonly exchange: Exchange
  readonly runtime: Runtime
}

/**
 * Runs `answer` with a context that reports progress to the server, if `request` asks for that. A report that waits is sent
 * before `answer` settles, and none after. spec: 2025-11-25 basic/utilities/progress#progress-flow
 */
export async function whileReporting<T>(
  request: RpcRequest,
  { exchange, runtime }: ReportingOptions,
  answer: (ctx: AnswerContext) => Promise<T>,
): Promise<T> {
  const { signal } = exchange
  const token = progressTokenOf(request)
  if (token === undefined) return answer(createSilentContext(signal))
  const reporter = new ProgressReporter(exchange, token, runtime)
  const progress: AnswerContext['progress'] = (done, total, message) => {
    assertProgress(done, total, message)
    reporter.report({ done, total, message })
  }
  try {
    return await answer({ signal, progress })
  } finally {
    reporter.finish()
  }
}

/** Creates the context of an input request about which nothing can be reported. */
export function createSilentContext(signal: AbortSignal): AnswerContext {
  return { signal, progress: assertProgress }
}
