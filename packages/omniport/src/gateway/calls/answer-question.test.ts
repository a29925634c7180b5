import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Ask, Exchange } from '../../protocol/exchange/exchange.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createExchange, createSession } from '../fixtures/gateway-parts.js'
import { type AnswerServices, answerQuestion } from './answer-question.js'
import type { QuestionTarget } from './question-target.js'

const client = { name: 'c', capabilities: { roots: {} } } as Exchange['client']
const message = { jsonrpc: '2.0', id: 1, method: 'roots/list' } as const
const { signal } = new AbortController()

function answer(target: QuestionTarget, services: Partial<AnswerServices> = {}) {
  return answerQuestion({ message, signal, revision: '2025-11-25' }, target, {
    runtime: new VirtualRuntime(),
    limits: { questionMs: 7 },
    whenInitialized: async () => {},
    ...services,
  })
}

function asking(ask: Ask): QuestionTarget {
  return { exchange: createExchange({ client, ask }) }
}

test('a client is asked with the time of a question, and its answer passes', async () => {
  const asked: unknown[][] = []
  const ask: Ask = async (...given) => {
    asked.push(given)
    return { roots: [] }
  }
  expect(await answer(asking(ask))).toEqual({ roots: [] })
  expect(asked).toEqual([[{ method: 'roots/list' }, { signal, timeoutMs: 7 }]])
})

test('a session is asked once its client is initialized', async () => {
  const steps: string[] = []
  const session = createSession('s', {
    client,
    request: async () => {
      steps.push('asked')
      return { roots: [] }
    },
  })
  const whenInitialized = async () => void steps.push('initialized')
  expect(await answer({ session }, { whenInitialized })).toEqual({ roots: [] })
  expect(steps).toEqual(['initialized', 'asked'])
})

test('nobody can answer', async () => {
  await expect(answer({})).rejects.toMatchObject({ code: -32601 })
})

test.each([
  ['is answered', false, ['fulfilled', { roots: [] }]],
  ['fails', true, ['rejected', 'x']],
])('the time of the call stands still until the question %s', async (_end, isFailing, outcome) => {
  const steps: string[] = []
  const call = {
    pause: () => {
      steps.push('paused')
      return () => steps.push('goes on')
    },
  } as unknown as NonNullable<QuestionTarget['call']>
  const ask: Ask = async () => {
    steps.push('asked')
    if (isFailing) throw RpcError.internal('x')
    return { roots: [] }
  }
  const [settled] = await Promise.allSettled([answer({ ...asking(ask), call })])
  expect([settled.status, settled.status === 'rejected' ? settled.reason.message : settled.value]).toEqual(outcome)
  expect(steps).toEqual(['paused', 'asked', 'goes on'])
})

describe('what the upstream is told', () => {
  const failing = (reason: unknown) =>
    answer(
      asking(async () => {
        throw reason
      }),
    )

  test('is the error of the client', async () => {
    const error = RpcError.invalidParams('no')
    await expect(failing(error)).rejects.toBe(error)
  })

  test('is the text of an error of this library', async () => {
    const cause = new OmniportError('timeout', 'It took too long')
    await expect(failing(cause)).rejects.toMatchObject({ code: -32603, message: 'It took too long', cause })
  })

  test('is nothing of any other', async () => {
    const cause = new Error('secret')
    await expect(failing(cause)).rejects.toMatchObject({
      code: -32603,
      message: 'The client could not be asked',
      cause,
    })
  })
})
