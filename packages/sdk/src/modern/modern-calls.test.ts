import { expect, test, vi } from 'vitest'
import type { JSONRPCMessage } from '../types.js'
import { ModernCalls } from './modern-calls.js'

vi.mock('./current-call.js', () => ({
  knowsCurrentCall: false,
  runInCall: (_call: object, fn: () => void) => fn(),
  currentCall: () => undefined,
}))

const question = { jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: {} } as const

test('where nothing tells which of several calls asks, the error says so and what to do', async () => {
  const delivered: JSONRPCMessage[] = []
  const calls = new ModernCalls((message) => delivered.push(message))
  const answers = [calls.call({ method: 'tools/call' }), calls.call({ method: 'tools/call' })]
  expect(calls.take(question, undefined)).toBe(false)
  delivered.length = 0
  calls.refuse(question)
  await Promise.resolve()
  expect(delivered).toMatchObject([
    {
      id: 7,
      error: {
        code: -32600,
        message:
          'elicitation/create: several calls run, and this platform has no AsyncLocalStorage to tell which of them asks; ask with extra.sendRequest, which names its call',
      },
    },
  ])
  calls.close()
  await Promise.all(answers)
})

test('while one call runs, what asks is that call', () => {
  const calls = new ModernCalls(() => {})
  void calls.call({ method: 'tools/call' })
  expect(calls.take(question, undefined)).toBe(true)
  calls.close()
})

test('while one call runs, what was asked by none is refused without advice', async () => {
  const delivered: JSONRPCMessage[] = []
  const calls = new ModernCalls((message) => delivered.push(message))
  void calls.call({ method: 'tools/call' })
  delivered.length = 0
  calls.refuse(question)
  await Promise.resolve()
  const message =
    'elicitation/create: this client can be asked only by tools, prompts and resources while they are called'
  expect(delivered).toMatchObject([{ id: 7, error: { code: -32600, message } }])
  calls.close()
})
