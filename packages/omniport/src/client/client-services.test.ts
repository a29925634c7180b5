import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { defaultRuntime } from '../async/runtime/runtime.js'
import { defaultLimits } from '../protocol/limits/limits.js'
import { createClientServices } from './client-services.js'
import type { ConnectOptions } from './connect-options.js'

const elicit = () => ({ action: 'decline' as const })
const sample = () => ({ role: 'assistant' as const, model: 'm', content: [{ type: 'text' as const, text: 'a' }] })

/** What is reported by services with these options. */
function reporting(options: ConnectOptions = {}) {
  const errors: Error[] = []
  const services = createClientServices({ onError: (error) => errors.push(error), ...options })
  return { services, errors }
}

describe('without options', () => {
  const services = createClientServices({})

  test('a client is this library, with the default limits and times', () => {
    expect(services).toMatchObject({
      info: { name: 'omniport', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      capabilities: {},
      limits: defaultLimits,
      runtime: defaultRuntime,
      timeoutMs: defaultLimits.timeoutMs,
      maxTimeoutMs: defaultLimits.maxTimeoutMs,
      pingMs: undefined,
      authorization: undefined,
      autoRefresh: true,
      logLevel: undefined,
    })
    expect([services.onLog, services.onStderr, services.intercept, services.ended.signal.aborted]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ])
  })

  test('it takes part in tasks of 2026-07-28 alone', () => {
    expect([services.extensions.declared('2026-07-28'), services.extensions.declared('2025-11-25')]).toEqual([
      { 'io.modelcontextprotocol/tasks': {} },
      undefined,
    ])
  })

  test('nobody hears of errors', () => {
    expect(() => services.report(new Error('a'))).not.toThrow()
  })
})

test('options replace the defaults', () => {
  const runtime = new VirtualRuntime()
  const onLog = () => {}
  const onStderr = () => {}
  const services = createClientServices({
    ...{ name: 'mine', version: '7', runtime, onLog, onStderr },
    ...{ timeoutMs: 1, maxTimeoutMs: 2, pingMs: 3, autoRefresh: false },
    limits: { probeMs: 5 },
  })
  expect(services).toMatchObject({
    ...{ info: { name: 'mine', version: '7' }, runtime, onLog, onStderr },
    ...{ timeoutMs: 1, maxTimeoutMs: 2, pingMs: 3, autoRefresh: false },
    limits: { ...defaultLimits, probeMs: 5 },
  })
})

test('times that are no option are those of the limits', () => {
  const { timeoutMs, maxTimeoutMs } = createClientServices({ limits: { timeoutMs: 11, maxTimeoutMs: 12 } })
  expect([timeoutMs, maxTimeoutMs]).toEqual([11, 12])
})

test('a limit that does not exist is refused', () => {
  const limits = { probeMS: 1 } as ConnectOptions['limits'] // what JavaScript lets through
  expect(thrownBy(() => createClientServices({ limits }))).toMatchObject({
    message: expect.stringMatching(/^limits: there is no limit "probeMS"/),
  })
})

describe('the capabilities', () => {
  const requests = { elicitation: { create: {} }, sampling: { createMessage: {} } }

  test.each<[string, ConnectOptions, object]>([
    ['are those of the handlers', { elicit, sample }, { elicitation: { form: {} }, sampling: { tools: {} } }],
    ['have experimental ones', { experimental: { x: { a: 1 } } }, { experimental: { x: { a: 1 } } }],
    ['have no tasks without handlers', { tasks: true }, {}],
    ['have no tasks without a person or a model', { tasks: true, roots: [] }, { roots: {} }],
    [
      'have tasks of both handlers',
      { tasks: true, elicit, sample },
      { elicitation: { form: {} }, sampling: { tools: {} }, tasks: { list: {}, cancel: {}, requests } },
    ],
    [
      'have tasks of forms',
      { tasks: true, elicit },
      { elicitation: { form: {} }, tasks: { list: {}, cancel: {}, requests: { elicitation: { create: {} } } } },
    ],
    [
      'have tasks of a model',
      { tasks: true, sample },
      { sampling: { tools: {} }, tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} } } } },
    ],
  ])('%s', (_name, options, expected) => {
    const { capabilities } = createClientServices(options)
    expect([capabilities, Object.keys(capabilities).sort()]).toEqual([expected, Object.keys(expected).sort()])
  })
})

describe('the extensions', () => {
  const declared = (options: ConnectOptions) => createClientServices(options).extensions.declared('2026-07-28')

  test('have no tasks where these are not wanted', () => {
    expect(declared({ tasks: false })).toBeUndefined()
    expect(declared({ tasks: true })).toEqual({ 'io.modelcontextprotocol/tasks': {} })
  })

  test('have apps where these are wanted', () => {
    expect(Object.keys(declared({ apps: true }) ?? {})).toEqual([
      'io.modelcontextprotocol/ui',
      'io.modelcontextprotocol/tasks',
    ])
    expect(Object.keys(declared({ apps: false, tasks: false }) ?? {})).toEqual([])
  })

  test('are those of the options too', () => {
    const extensions = { 'example.com/x': { settings: { a: 1 } } }
    expect(declared({ extensions })).toEqual({ 'example.com/x': { a: 1 }, 'io.modelcontextprotocol/tasks': {} })
  })
})

describe('the ids of requests', () => {
  test('rise from one', () => {
    const { nextId } = createClientServices({})
    expect([nextId(), nextId(), nextId()]).toEqual([1, 2, 3])
  })
})

describe('what is reported', () => {
  test('is an error, whatever was thrown', () => {
    const { services, errors } = reporting()
    const error = new Error('a')
    services.report(error)
    services.report('b')
    services.report(undefined)
    expect(errors.map(({ message, cause }) => [message, cause])).toEqual([
      ['a', undefined],
      ['b', 'b'],
      ['undefined', undefined],
    ])
    expect(errors[0]).toBe(error)
  })

  test('does not fail where the callback does', () => {
    const { services } = reporting({
      onError: () => {
        throw new Error('no')
      },
    })
    expect(() => services.report(new Error('a'))).not.toThrow()
  })

  test('of definitions that a list comes without is told once, as long as it is remembered', () => {
    const { services, errors } = reporting()
    for (let index = 0; index < 16; index += 1) services.onLeftOut(`tool ${index}`)
    services.onLeftOut('tool 15')
    services.onLeftOut('tool 0')
    expect(errors.length).toBe(16)
    expect(errors[0]).toMatchObject({ name: 'OmniportError', code: 'invalid_result', message: 'tool 0' })
    services.onLeftOut('tool 16')
    services.onLeftOut('tool 0')
    services.onLeftOut('tool 1')
    expect(errors.slice(16).map(({ message }) => message)).toEqual(['tool 16', 'tool 1'])
  })

  test('has what the listeners of extensions throw', () => {
    const notifications = {
      'x/y': () => {
        throw new Error('no')
      },
    }
    const { services, errors } = reporting({ extensions: { 'example.com/x': { notifications } } })
    services.extensions.notify({ jsonrpc: '2.0', method: 'x/y' }, '2026-07-28')
    expect(errors.map(({ message }) => message)).toEqual(['no'])
  })
})

describe('with authorization', () => {
  test('time stands still while the user is asked, but not for who asks', async () => {
    const runtime = new VirtualRuntime()
    const { authorization, runtime: paused } = createClientServices({ runtime, auth: {} })
    const fired: string[] = []
    paused.after(10, () => fired.push('paused'))
    runtime.after(10, () => fired.push('of the user'))
    let agree = () => {}
    const asking = authorization?.withTimeoutsPaused(
      () =>
        new Promise<void>((resolve) => {
          agree = resolve
        }),
    )
    await runtime.advance(10)
    expect(fired).toEqual(['of the user'])
    agree()
    await asking
    await runtime.advance(10)
    expect(fired).toEqual(['of the user', 'paused'])
  })
})
