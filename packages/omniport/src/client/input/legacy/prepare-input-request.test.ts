import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { createClientServices } from '../../client-services.js'
import type { ConnectOptions } from '../../connect-options.js'
import { capital, nameForm } from '../../fixtures/connect-fake.js'
import { createSilentContext } from '../answer-context.js'
import { prepareInputRequest } from './prepare-input-request.js'

const ctx = createSilentContext(new AbortController().signal)
const base = { jsonrpc: '2.0', id: 'q' } as const

function start(options: ConnectOptions) {
  const services = createClientServices({ runtime: new VirtualRuntime(), ...options })
  const prepare = (request: { method: string; params?: Readonly<Record<string, unknown>> }) =>
    prepareInputRequest({ ...base, ...request }, '2025-11-25', services)
  return { services, prepare }
}

const closed = () => Promise.reject(new DOMException('The dialog was closed', 'AbortError'))
const broken = () => Promise.reject(new Error('No model'))

describe('a handler that fails', () => {
  test('of a model has refused where the user closed its dialog', async () => {
    await expect(start({ sample: closed }).prepare(capital)(ctx)).rejects.toThrow(
      new RpcError(-1, 'User rejected sampling request'),
    )
    await expect(start({ sample: closed }).prepare(capital)(ctx)).rejects.toMatchObject({ code: -1 })
    await expect(start({ sample: broken }).prepare(capital)(ctx)).rejects.toThrow('No model')
  })

  test('of a model with what is no error has not refused', async () => {
    const sample = () => Promise.reject({ name: 'AbortError' })
    await expect(start({ sample }).prepare(capital)(ctx)).rejects.toEqual({ name: 'AbortError' })
  })

  test('of a form keeps its own error', async () => {
    await expect(start({ elicit: closed }).prepare(nameForm)(ctx)).rejects.toMatchObject({
      name: 'AbortError',
      message: 'The dialog was closed',
    })
  })
})

test('as many questions as limits.questions are open at once, and roots are no question', async () => {
  const { services, prepare } = start({ roots: [], elicit: () => new Promise(() => {}), limits: { questions: 2 } })
  void prepare(nameForm)(ctx)
  void prepare(nameForm)(ctx)
  expect(services.inputHandlers.openRequests.size).toBe(2)
  expect(() => prepare(nameForm)).toThrow(
    new RpcError(-32603, 'At most 2 questions are open at once (limits.questions)'),
  )
  expect(await prepare({ method: 'roots/list' })(ctx)).toEqual({ roots: [] })
})
