import { pause } from '../../async/waiting/pause.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { isFinal } from '../../protocol/model/task.js'
import type { TaskOutcome } from '../../server/tasks/service/task-snapshot.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { GatewayServices } from '../gateway-services.js'
import type { TaskSource, TaskState } from './task-source.js'

/**
 * Follows a task for a client that has no tasks: asks it what the task asks, and settles with the outcome, that of the call. A
 * client that gives up cancels the task. Rejects with RpcError, or the reason of the signal.
 */
export async function awaitTask(
  source: TaskSource,
  exchange: Exchange,
  { runtime, limits }: Pick<GatewayServices, 'runtime' | 'limits'>,
): Promise<TaskOutcome> {
  const asked = new Set<string>()
  const { signal } = exchange
  const ask = (inputRequests: TaskState['inputRequests']) => {
    for (const [key, { method, params }] of Object.entries(inputRequests)) {
      if (asked.has(key)) continue
      asked.add(key)
      const request = { method, ...(params !== undefined && { params }) }
      const answered = askClient(request, exchange, limits.questionMs).then(
        (answer) => source.answer(new Map([[key, answer]])),
        (reason) => source.refuse(key, RpcError.from(reason)),
      )
      answered.catch(() => {}) // the next look tells
    }
  }
  try {
    for (;;) {
      signal.throwIfAborted()
      const { task, inputRequests, outcome } = await source.read()
      if (outcome !== undefined) return outcome
      if (isFinal(task.status)) return { type: 'error', error: { code: -32603, message: 'The task was cancelled' } }
      ask(inputRequests)
      await pause(runtime, Math.min(longestMs, Math.max(shortestMs, task.pollIntervalMs ?? longestMs)), signal)
    }
  } catch (reason) {
    void source.cancel().catch(() => {})
    throw reason
  }
}

async function askClient(
  request: Parameters<NonNullable<Exchange['ask']>>[0],
  { ask, signal }: Exchange,
  timeoutMs: number,
): Promise<unknown> {
  if (ask === undefined) throw new OmniportError('unsupported', `${request.method}: this client cannot be asked here`)
  return ask(request, { signal, timeoutMs })
}

const shortestMs = 50
const longestMs = 1_000
