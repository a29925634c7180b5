import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { defaultLimits, type Limits } from '../protocol/limits/limits.js'
import type { InputRequest } from '../protocol/model/input-request.js'
import { everything } from './fixtures/parking-harness.js'
import { OpenInputs } from './open-inputs.js'
import { ParkingBounds, ParkingSlot } from './parking-bounds.js'

const form: InputRequest = { method: 'elicitation/create', params: { message: 'Who?', requestedSchema: {} } }
const sample: InputRequest = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }
const roots: InputRequest = { method: 'roots/list' }
const accepted = { action: 'accept', content: { name: 'Ann' } }

function setUp(limits: Partial<Limits> = {}) {
  const runtime = createManualRuntime()
  const all = { ...defaultLimits, ...limits }
  const bounds = new ParkingBounds(all)
  const slot = bounds.open('ann', 0)
  if (!(slot instanceof ParkingSlot)) throw new Error(slot)
  const inputs = new OpenInputs(
    {
      ...{ limits: all, runtime, logger: createRecordingLogger(), info: { name: 's', version: '1' } },
      ...{ handles: undefined as never, instance: 'i', onEvent: undefined },
    },
    slot,
  )
  return { runtime, bounds, inputs }
}

const answers = (...entries: readonly (readonly [string, unknown])[]) => new Map(entries)

describe('questions', () => {
  test('have keys that count up, and are sent until they are answered', async () => {
    const { inputs, bounds } = setUp()
    const first = inputs.add(form, {})
    const second = inputs.add(roots, {})
    expect(inputs.size).toBe(2)
    expect([...inputs.sendAll()]).toEqual([
      ['input-1', form],
      ['input-2', roots],
    ])
    inputs.answer(answers(['input-2', { roots: [] }], ['input-7', 1]))
    expect(await second).toEqual({ roots: [] })
    expect([...inputs.sendAll()]).toEqual([['input-1', form]])
    inputs.answer(answers(['input-1', accepted]))
    expect([await first, inputs.size, bounds.bytes]).toEqual([accepted, 0, 0])
  })

  test('that were not sent cannot be answered', () => {
    const { inputs } = setUp()
    void inputs.add(form, {})
    const guessed = answers(['input-1', 5])
    expect(inputs.findProblem(guessed)).toBeUndefined()
    inputs.answer(guessed)
    expect(inputs.size).toBe(1)
  })

  test('take their bytes until they are settled', async () => {
    const { inputs, bounds } = setUp()
    const asked = inputs.add(form, {})
    expect(bounds.bytes).toBeGreaterThan(50)
    inputs.rejectAll('over')
    await expect(asked).rejects.toBe('over')
    expect([inputs.size, bounds.bytes]).toEqual([0, 0])
  })

  test('are as many as the limit says, also of those that are answered', async () => {
    const { inputs } = setUp({ questions: 2 })
    void inputs.add(form, {})
    void inputs.add(form, {})
    inputs.sendAll()
    inputs.answer(answers(['input-1', accepted]))
    await expect(inputs.add(form, {})).rejects.toEqual(RpcError.internal('At most 2 questions per call (questions)'))
    expect(inputs.size).toBe(1)
  })

  test('for which there is no memory are refused, and not counted', async () => {
    const { inputs, bounds } = setUp({ questions: 1, parkedBytes: 1_000 })
    const large = { ...form, params: { message: 'x'.repeat(2_000) } }
    await expect(inputs.add(large, {})).rejects.toEqual(
      RpcError.internal('elicitation/create cannot wait here: the limit parkedBytes is 1000 bytes'),
    )
    expect([inputs.size, bounds.bytes]).toEqual([0, 0])
    void inputs.add(form, {})
    expect(inputs.size).toBe(1)
  })
})

describe('a question', () => {
  test('ends with its signal, and leaves no listener', async () => {
    const { inputs, bounds } = setUp()
    const abort = new AbortController()
    const [first, second] = [inputs.add(form, { signal: abort.signal }), inputs.add(form, { signal: abort.signal })]
    inputs.sendAll()
    inputs.answer(answers(['input-1', accepted]))
    expect([await first, getEventListeners(abort.signal, 'abort').length]).toEqual([accepted, 1])
    abort.abort('enough')
    await expect(second).rejects.toBe('enough')
    expect([inputs.size, bounds.bytes]).toEqual([0, 0])
    expect(getEventListeners(abort.signal, 'abort')).toEqual([])
    await expect(inputs.add(form, { signal: abort.signal })).rejects.toBe('enough')
    expect(inputs.size).toBe(0)
  })

  test('ends after its time, and leaves no timer', async () => {
    const { inputs, runtime } = setUp()
    const [first, second] = [inputs.add(form, { timeoutMs: 100 }), inputs.add(form, { timeoutMs: 200 })]
    void inputs.add(form, {})
    expect(runtime.timers).toBe(2)
    runtime.advance(99)
    expect(inputs.size).toBe(3)
    runtime.advance(1)
    await expect(first).rejects.toMatchObject({
      code: 'timeout',
      message: 'elicitation/create was not answered within 100 ms',
    })
    inputs.sendAll()
    inputs.answer(answers(['input-2', accepted]))
    expect([await second, runtime.timers, inputs.size]).toEqual([accepted, 0, 1])
  })
})

describe('answers', () => {
  test.each<[InputRequest, unknown, string | undefined]>([
    [form, accepted, undefined],
    [form, { action: 'maybe' }, 'elicitation/create: action must be'],
    [roots, { roots: 1 }, 'roots/list: roots must be'],
    [sample, { role: 'assistant', content: { type: 'text', text: '' }, model: 'm' }, undefined],
  ])('to %j such as %j: %s', (request, answer, problem) => {
    const { inputs } = setUp()
    void inputs.add(request, {}).catch(() => {})
    inputs.sendAll()
    const found = inputs.findProblem(answers(['input-1', answer]))
    expect(found?.slice(0, problem?.length)).toBe(problem)
    expect(inputs.size).toBe(1)
  })

  test('may use a tool only where tools were offered', () => {
    const { inputs } = setUp()
    const answer = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 't', input: {} }], model: 'm' }
    void inputs.add(sample, {}).catch(() => {})
    void inputs.add({ ...sample, params: { ...sample.params, tools: [] } }, {}).catch(() => {})
    inputs.sendAll()
    expect(inputs.findProblem(answers(['input-1', answer]))).toBe(
      'sampling/createMessage: a tool is used where none was offered',
    )
    expect(inputs.findProblem(answers(['input-2', answer]))).toBeUndefined()
  })

  test('are all looked at', () => {
    const { inputs } = setUp()
    for (const request of [form, roots]) void inputs.add(request, {}).catch(() => {})
    inputs.sendAll()
    expect(inputs.findProblem(answers(['input-1', accepted], ['input-2', 1]))).toMatch(/^roots\/list/)
  })
})

describe('what ends without an answer', () => {
  test('is what the client does not declare any more', async () => {
    const { inputs } = setUp()
    const asked = [form, roots].map((request) => inputs.add(request, {}))
    inputs.rejectUndeclared({ capabilities: everything })
    expect(inputs.size).toBe(2)
    inputs.rejectUndeclared({ capabilities: { elicitation: { form: {} } } })
    await expect(asked[1]).rejects.toEqual(RpcError.methodNotFound('roots/list'))
    expect([...inputs.sendAll().keys()]).toEqual(['input-1'])
  })

  test('is all of it where the call is cancelled; forms have an answer for that', async () => {
    const { inputs } = setUp()
    const asked = [form, roots, form].map((request) => inputs.add(request, {}))
    const reason = RpcError.internal('over')
    inputs.cancelAll(reason)
    expect([await asked[0], await asked[2], inputs.size]).toEqual([{ action: 'cancel' }, { action: 'cancel' }, 0])
    await expect(asked[1]).rejects.toBe(reason)
  })
})
