import { afterEach, describe, expect, test, vi } from 'vitest'
import { Pipe, settled } from '../../../test/pipe.js'
import { OutgoingNotifications } from './outgoing-notifications.js'

afterEach(() => {
  vi.restoreAllMocks()
})

function create({ debounced = ['a'] as readonly string[], isOpen = true } = {}) {
  const pipe = new Pipe()
  const queued: unknown[][] = []
  const errors: Error[] = []
  const notifications = new OutgoingNotifications({
    debounced,
    transport: () => (isOpen ? pipe : undefined),
    taskMessages: () => ({ enqueue: async (...given: unknown[]) => void queued.push(given) }) as never,
    onError: (error) => void errors.push(error),
  })
  const send = (notification: { method: string; params?: Record<string, unknown> }, options?: object) =>
    notifications.send(pipe, notification, options)
  return { notifications, pipe, queued, errors, send }
}

describe('a notification', () => {
  test('is sent at once, with its options', async () => {
    const { pipe, send } = create()
    const sending = send({ method: 'b', params: { c: 1 } }, { relatedRequestId: 7 })
    expect(pipe.sent).toEqual([{ jsonrpc: '2.0', method: 'b', params: { c: 1 } }])
    await sending
    expect(pipe.options).toEqual([{ relatedRequestId: 7 }])
  })

  test('that cannot be sent rejects', async () => {
    const { pipe, send } = create()
    vi.spyOn(pipe, 'send').mockRejectedValue(new Error('closed'))
    await expect(send({ method: 'b' })).rejects.toThrow(new Error('closed'))
  })

  test('of a task waits in its queue, and names it', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(123)
    const { pipe, queued, send } = create()
    const related = 'io.modelcontextprotocol/related-task'
    const relatedTask = { taskId: 't' }
    await send({ method: 'a', params: { c: 1, _meta: { d: 1 } } }, { relatedTask })
    await send({ method: 'a' }, { relatedTask })
    const message = (params: object) => ({ jsonrpc: '2.0', method: 'a', params })
    expect(queued).toEqual([
      [
        't',
        {
          ...{ type: 'notification', timestamp: 123 },
          message: message({ c: 1, _meta: { d: 1, [related]: relatedTask } }),
        },
      ],
      ['t', { type: 'notification', timestamp: 123, message: message({ _meta: { [related]: relatedTask } }) }],
    ])
    expect(pipe.sent).toEqual([])
  })
})

describe('notifications that are sent once a turn', () => {
  test('are one', async () => {
    const { pipe, send } = create()
    const sending = [send({ method: 'a' }), send({ method: 'a' })]
    expect(pipe.sent).toEqual([])
    await Promise.all(sending)
    await settled()
    expect([pipe.sent, pipe.options]).toEqual([[{ jsonrpc: '2.0', method: 'a' }], [undefined]])
    await send({ method: 'a' })
    await settled()
    expect(pipe.sent).toHaveLength(2)
  })

  test.each<[string, { method: string; params?: Record<string, unknown> }, object | undefined]>([
    ['another method', { method: 'b' }, undefined],
    ['parameters', { method: 'a', params: {} }, undefined],
    ['a request', { method: 'a' }, { relatedRequestId: 1 }],
  ])('are not those with %s', async (_, notification, options) => {
    const { pipe, send } = create()
    await Promise.all([send(notification, options), send(notification, options)])
    await settled()
    expect(pipe.sent).toHaveLength(2)
  })

  test('that cannot be sent are an error', async () => {
    const { pipe, errors, send } = create()
    vi.spyOn(pipe, 'send').mockRejectedValue(new Error('closed'))
    expect(await send({ method: 'a' })).toBeUndefined()
    await settled()
    expect(errors).toEqual([new Error('closed')])
  })

  test('are not sent where there is no connection any more', async () => {
    const { pipe, errors, send } = create({ isOpen: false })
    await send({ method: 'a' })
    await settled()
    expect([pipe.sent, errors]).toEqual([[], []])
  })

  test('begin anew when they were cleared', async () => {
    const { notifications, pipe, send } = create()
    const first = send({ method: 'a' })
    notifications.clear()
    await Promise.all([first, send({ method: 'a' })])
    await settled()
    expect(pipe.sent).toHaveLength(2)
  })
})
