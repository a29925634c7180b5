import { cut } from '../../../values/text/truncate.js'
import { type AnyMessage, stableJson, toMembers } from '../turns/messages.js'
import type { PooledTurn, TurnPool } from './turn-pool.js'

/** The answer to a request that was not recorded: an error that says what was. A ping is answered. */
export function answerUnrecorded({ id, method, params }: AnyMessage, pool: TurnPool): object {
  if (method === 'ping') return { jsonrpc: '2.0', id, result: {} }
  const same = pool.withMethod(String(method))
  const error =
    same.length === 0
      ? { code: methodNotFound, message: `The recording has no ${cut(String(method), 100)}` }
      : { code: invalidParams, message: describe(params, same), data: { lines: same.slice(0, mostLines).map(lineOf) } }
  return { jsonrpc: '2.0', id, error }
}

/** The answer to a request that was recorded without one. */
export function answerUnanswered(id: unknown, { turn, file }: PooledTurn): object {
  const message = `The recording has no answer to this ${turn.method}: line ${turn.number} of ${file.name}`
  return { jsonrpc: '2.0', id, error: { code: internalError, message } }
}

function describe(params: unknown, same: readonly PooledTurn[]): string {
  const { _meta, ...rest } = toMembers(params)
  const [first] = same
  const subjects = [...new Set(same.map(({ turn }) => turn.subject).filter((subject) => subject !== undefined))]
  const about = subjects.length === 0 ? '' : ` (of ${cut(subjects.slice(0, mostLines).join(', '), 200)})`
  return `The recording has no ${first?.turn.method} with ${cut(stableJson(rest), 200)}, only ${same.length} other${same.length === 1 ? '' : 's'}${about}`
}

function lineOf({ turn }: PooledTurn): number {
  return turn.number
}

const mostLines = 10
const methodNotFound = -32_601
const invalidParams = -32_602
const internalError = -32_603
