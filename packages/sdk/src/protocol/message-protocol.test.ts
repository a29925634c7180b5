import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/v4'
import { Pipe, settled } from '../../test/pipe.js'
import { InMemoryTaskStore } from '../experimental/tasks/stores/in-memory.js'
import { EmptyResultSchema, McpError, type Notification, type Request, type Result } from '../types.js'
import { MessageProtocol } from './message-protocol.js'
import type { ProtocolOptions } from './protocol-options.js'
import { onReopen } from './reopening.js'

const stores: InMemoryTaskStore[] = []
afterEach(() => {
  for (const store of stores.splice(0)) store.cleanup()
})

class Own extends MessageProtocol<Request, Notification, Result> {
  readonly asserted: string[] = []
  readonly refused = new Set<string>()

  #assert(what: string) {
    this.asserted.push(what)
    if (this.refused.has(what)) throw new Error(`${what} is refused`)
  }

  protected override assertCapabilityForMethod(method: string) {
    this.#assert(`call ${method}`)
  }

  protected override assertNotificationCapability(method: string) {
    this.#assert(`notify ${method}`)
  }

  protected override assertRequestHandlerCapability() {}

  protected override assertTaskCapability(method: string) {
    this.#assert(`task ${method}`)
  }

  protected override assertTaskHandlerCapability(method: string) {
    this.#assert(`serve task ${method}`)
  }
}

async function open(options?: ProtocolOptions) {
  const protocol = new Own(options)
  const errors: string[] = []
  protocol.onerror = (error) => void errors.push(error.message)
  const pipe = new Pipe('the-session')
  await protocol.connect(pipe)
  return { protocol, pipe, errors }
}

const never = z.object({ method: z.literal('never') })

describe('a connection', () => {
  test('has the transport until it closes', async () => {
    const { protocol, pipe } = await open()
    expect(protocol.transport).toBe(pipe)
    await expect(protocol.connect(new Pipe())).rejects.toThrow(
      new Error(
        'Already connected to a transport. Call close() before connecting to a new transport, or use a separate Protocol instance per connection.',
      ),
    )
    await protocol.close()
    expect(protocol.transport).toBeUndefined()
    expect(await protocol.close()).toBeUndefined()
    await protocol.connect(pipe)
    expect(protocol.transport).toBe(pipe)
  })

  test('calls what the transport had before, first', async () => {
    const pipe = new Pipe()
    const seen: unknown[] = []
    pipe.onclose = () => void seen.push('transport closed')
    pipe.onerror = (error) => void seen.push(`transport ${error.message}`)
    pipe.onmessage = (message, extra) => void seen.push(['transport', message, extra])
    const protocol = new Own()
    protocol.onclose = () => void seen.push('closed')
    protocol.onerror = (error) => void seen.push(error.message)
    protocol.fallbackNotificationHandler = async (message) => void seen.push(message)
    await protocol.connect(pipe)
    const note = { jsonrpc: '2.0', method: 'a' }
    pipe.receive({ method: 'a' }, { authInfo: 'x' })
    await settled()
    pipe.onerror?.(new Error('broken'))
    await pipe.close()
    expect(seen).toEqual([
      ['transport', note, { authInfo: 'x' }],
      note,
      ...['transport broken', 'broken', 'transport closed', 'closed'],
    ])
  })

  test('needs no callbacks', async () => {
    const protocol = new Own()
    const pipe = new Pipe()
    await protocol.connect(pipe)
    pipe.receive({ method: 'unknown' })
    pipe.receive({ no: 1 })
    expect(await pipe.close()).toBeUndefined()
  })

  test('starts the transport when it hears what comes', async () => {
    const pipe = new Pipe()
    const started = vi.spyOn(pipe, 'start').mockImplementation(async () => {
      pipe.receive({ id: 1, method: 'ping' })
    })
    await new Own().connect(pipe)
    await settled()
    expect(started).toHaveBeenCalledOnce()
    expect(pipe.sent).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }])
  })

  test('that ends fails the requests that wait, and aborts those that run', async () => {
    const { protocol, pipe } = await open()
    const reasons: unknown[] = []
    protocol.setRequestHandler(never, (_, { signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason))
      return new Promise(() => {})
    })
    pipe.receive({ id: 1, method: 'never' })
    const waiting = protocol.request({ method: 'a' }, EmptyResultSchema)
    await settled()
    await pipe.close()
    await expect(waiting).rejects.toMatchObject({ code: -32000, message: 'MCP error -32000: Connection closed' })
    expect(reasons).toMatchObject([{ name: 'AbortError' }])
  })

  test('is made again by a transport that opens again', async () => {
    let connect: (() => boolean) | undefined
    const pipe = Object.assign(new Pipe(), {
      [onReopen](given: () => boolean) {
        connect = given
      },
    })
    const protocol = new Own()
    await protocol.connect(pipe)
    await pipe.close()
    expect([connect?.(), protocol.transport === pipe]).toEqual([true, true])
    await pipe.close()
    await protocol.connect(new Pipe())
    expect([connect?.(), protocol.transport === pipe]).toEqual([false, false])
  })
})

describe('a request of the other side', () => {
  test('to ping is answered', async () => {
    const { pipe } = await open()
    pipe.receive({ id: 'a', method: 'ping' })
    await settled()
    expect(pipe.sent).toEqual([{ jsonrpc: '2.0', id: 'a', result: {} }])
  })

  test('is cancelled by its id', async () => {
    const { protocol, pipe } = await open()
    const reasons: unknown[] = []
    protocol.setRequestHandler(never, (_, { signal }) => {
      signal.addEventListener('abort', () => reasons.push(signal.reason))
      return new Promise(() => {})
    })
    pipe.receive({ id: 1, method: 'never' })
    for (const requestId of [undefined, 2, 1]) {
      pipe.receive({ method: 'notifications/cancelled', params: { requestId, reason: `of ${requestId}` } })
      await settled()
    }
    expect(reasons).toEqual(['of 1'])
  })

  test('goes to the fallback where it has no handler of its own', async () => {
    const { protocol, pipe } = await open()
    protocol.fallbackRequestHandler = async ({ method }, { sessionId }) => ({ method, sessionId })
    pipe.receive({ id: 1, method: 'b' })
    pipe.receive({ id: 2, method: 'ping' })
    await settled()
    expect(pipe.sent).toEqual([
      { jsonrpc: '2.0', id: 1, result: { method: 'b', sessionId: 'the-session' } },
      { jsonrpc: '2.0', id: 2, result: {} },
    ])
  })

  test('that asks for a task needs the capability', async () => {
    const { protocol, pipe } = await open()
    protocol.fallbackRequestHandler = async () => ({})
    protocol.refused.add('serve task b')
    pipe.receive({ id: 1, method: 'b', params: { task: {} } })
    await settled()
    expect(pipe.sent).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'serve task b is refused' } }])
  })
})

describe('a notification of the other side', () => {
  test('that its handler fails at is an error', async () => {
    const { protocol, pipe, errors } = await open()
    protocol.setNotificationHandler(z.object({ method: z.literal('a') }), () => Promise.reject(new Error('no')))
    protocol.fallbackNotificationHandler = () => {
      throw new Error('not either')
    }
    pipe.receive({ method: 'a' })
    await settled()
    pipe.receive({ method: 'b' })
    await settled()
    expect(errors).toEqual([
      'Uncaught error in notification handler: Error: no',
      'Uncaught error in notification handler: Error: not either',
    ])
  })
})

test('what is no message is an error', async () => {
  const { pipe, errors } = await open()
  pipe.receive({ no: 1 })
  expect(errors).toEqual(['Unknown message type: {"jsonrpc":"2.0","no":1}'])
})

describe('a request of this side', () => {
  test('needs a connection', async () => {
    await expect(new Own().request({ method: 'a' }, EmptyResultSchema)).rejects.toThrow(new Error('Not connected'))
    await expect(new Own().notification({ method: 'a' })).rejects.toThrow(new Error('Not connected'))
  })

  test('is answered, with an error too', async () => {
    const { protocol, pipe } = await open()
    const [first, second] = [1, 2].map(() => protocol.request({ method: 'a' }, EmptyResultSchema))
    pipe.receive({ id: 1, error: { code: 7, message: 'no' } })
    pipe.receive({ id: 0, result: {} })
    expect(await first).toEqual({})
    await expect(second).rejects.toThrow(new McpError(7, 'no'))
  })

  test('gets its progress', async () => {
    const { protocol, pipe } = await open()
    const onprogress = vi.fn()
    const asking = protocol.request({ method: 'a' }, EmptyResultSchema, { onprogress })
    pipe.receive({ method: 'notifications/progress', params: { progressToken: 0, progress: 1 } })
    await settled()
    pipe.receive({ id: 0, result: {} })
    await asking
    expect(onprogress.mock.calls).toEqual([[{ progress: 1 }]])
  })

  test.each([
    [undefined, []],
    [false, []],
    [true, ['call a', 'call b', 'task b']],
  ])('is checked before where that is strict: %s', async (enforceStrictCapabilities, asserted) => {
    const { protocol, pipe } = await open(enforceStrictCapabilities === undefined ? {} : { enforceStrictCapabilities })
    protocol.request({ method: 'a' }, EmptyResultSchema).catch(() => {})
    protocol.request({ method: 'b' }, EmptyResultSchema, { task: {} }).catch(() => {})
    expect([protocol.asserted, pipe.sent.length]).toEqual([asserted, 2])
    await protocol.close()
  })

  test.each(['call a', 'task a'])('is not sent where it is refused to %s', async (what) => {
    const { protocol, pipe } = await open({ enforceStrictCapabilities: true })
    protocol.refused.add(what)
    await expect(protocol.request({ method: 'a' }, EmptyResultSchema, { task: {} })).rejects.toThrow(
      new Error(`${what} is refused`),
    )
    expect(pipe.sent).toEqual([])
  })

  test('is an error where the answer comes to none', async () => {
    const { pipe, errors } = await open()
    pipe.receive({ id: 9, result: {} })
    expect(errors).toEqual(['Received a response for an unknown message ID: {"jsonrpc":"2.0","id":9,"result":{}}'])
  })
})

describe('a notification of this side', () => {
  test('is checked, and sent', async () => {
    const { protocol, pipe } = await open()
    await protocol.notification({ method: 'a' }, { relatedRequestId: 1 })
    expect([pipe.sent, pipe.options]).toEqual([[{ jsonrpc: '2.0', method: 'a' }], [{ relatedRequestId: 1 }]])
    protocol.refused.add('notify b')
    await expect(protocol.notification({ method: 'b' })).rejects.toThrow(new Error('notify b is refused'))
    expect(pipe.sent).toHaveLength(1)
  })

  test('is sent once a turn where that is wanted, and not after the end', async () => {
    const { protocol, pipe } = await open({ debouncedNotificationMethods: ['a'] })
    await Promise.all([1, 2].map(() => protocol.notification({ method: 'a' })))
    await settled()
    expect(pipe.sent).toHaveLength(1)
    const sending = protocol.notification({ method: 'a' })
    await pipe.close()
    await sending
    await settled()
    expect(pipe.sent).toHaveLength(1)
  })
})

describe('tasks', () => {
  test('are served from a store', async () => {
    const taskStore = new InMemoryTaskStore()
    stores.push(taskStore)
    const { pipe } = await open({ taskStore })
    const { taskId } = await taskStore.createTask({}, 1, { method: 'a' }, 'the-session')
    pipe.receive({ id: 1, method: 'tasks/get', params: { taskId } })
    pipe.receive({ id: 2, method: 'tasks/list' })
    await settled()
    expect(pipe.sent).toMatchObject([
      { id: 1, result: { taskId, status: 'working' } },
      { id: 2, result: { tasks: [{ taskId }] } },
    ])
  })

  test('are not found without one', async () => {
    const { pipe } = await open()
    pipe.receive({ id: 1, method: 'tasks/get', params: { taskId: 't' } })
    await settled()
    expect(pipe.sent).toMatchObject([{ id: 1, error: { code: -32601 } }])
  })
})
