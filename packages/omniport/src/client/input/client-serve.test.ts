import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { relatedTaskKey } from '../../protocol/meta/related-task.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { createClientServices } from '../client-services.js'
import type { ConnectOptions, LogEntry } from '../connect-options.js'
import { createClientServe } from './client-serve.js'

const form = {
  method: 'elicitation/create',
  params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
}

/** A client that serves without a connection, what was sent beside its answers, and what it reported. */
function start(options: ConnectOptions = {}) {
  const errors: string[] = []
  const services = createClientServices({ onError: ({ message }) => errors.push(message), ...options })
  const serve = createClientServe(services)
  const sent: RpcNotification[] = []
  const exchangeOf = (revision: Revision): Exchange => ({
    signal: new AbortController().signal,
    revision,
    client: { capabilities: {} },
    round: 0,
    state: new Map(),
    notify: (message) => sent.push(message),
  })
  const ask = async (message: Omit<RpcRequest, 'jsonrpc' | 'id'>, revision: Revision = '2025-11-25') =>
    serve({ jsonrpc: '2.0', id: 'q', ...message }, exchangeOf(revision))
  const notify = async (method: string, params?: RpcNotification['params'], revision: Revision = '2025-11-25') =>
    serve({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) }, exchangeOf(revision))
  return { services, errors, sent, ask, notify }
}

describe('a request', () => {
  test('to ping is answered at once', async () => {
    expect(await start().ask({ method: 'ping' })).toEqual({ jsonrpc: '2.0', id: 'q', result: {} })
  })

  test('for what the client has a handler for is answered by that', async () => {
    const { ask, sent } = start({
      elicit: (_question, ctx) => {
        ctx.progress(1, 2)
        return { action: 'accept', content: {} }
      },
    })
    const params = { ...form.params, _meta: { progressToken: 'p' } }
    expect(await ask({ ...form, params })).toEqual({
      jsonrpc: '2.0',
      id: 'q',
      result: { action: 'accept', content: {} },
    })
    expect(sent.map(({ method, params: reported }) => [method, reported])).toEqual([
      ['notifications/progress', { progressToken: 'p', progress: 1, total: 2 }],
    ])
  })

  test('for anything else is refused', async () => {
    const { ask } = start()
    await expect(ask({ method: 'x/y' })).rejects.toMatchObject({ code: -32601, message: 'Method not found: x/y' })
    await expect(ask(form)).rejects.toMatchObject({ code: -32601, message: 'Method not found: elicitation/create' })
  })
})

describe('the task that a request belongs to', () => {
  const ofTask = (related: unknown) => ({ ...form, params: { ...form.params, _meta: { [relatedTaskKey]: related } } })
  const decline: ConnectOptions = { elicit: () => ({ action: 'decline' }) }
  const resultOf = async (related: unknown, revision?: Revision) =>
    ((await start(decline).ask(ofTask(related), revision)) as { result: unknown }).result

  test('is named in the answer', async () => {
    expect(await resultOf({ taskId: 't1' })).toEqual({
      action: 'decline',
      _meta: { [relatedTaskKey]: { taskId: 't1' } },
    })
  })

  test('is named beside what else the answer says about itself', async () => {
    const content = [{ type: 'text' as const, text: 'a' }]
    const sample: ConnectOptions['sample'] = () => ({ role: 'assistant', model: 'm', content, _meta: { cost: 1 } })
    const params = {
      messages: [{ role: 'user', content: content[0] }],
      maxTokens: 1,
      _meta: { [relatedTaskKey]: { taskId: 't1' } },
    }
    expect(await start({ sample }).ask({ method: 'sampling/createMessage', params })).toMatchObject({
      result: { model: 'm', _meta: { cost: 1, [relatedTaskKey]: { taskId: 't1' } } },
    })
  })

  test.each([['t1'], [{}], [{ taskId: 7 }], [null]])('is not named where it is %j', async (related) => {
    expect(await resultOf(related)).toEqual({ action: 'decline' })
  })

  test('is not named in a revision without such tasks', async () => {
    expect(await resultOf({ taskId: 't1' }, '2025-06-18')).toEqual({ action: 'decline' })
  })

  test('may be missing', async () => {
    const { ask } = start(decline)
    for (const _meta of [undefined, {}, 'meta'])
      expect(await ask({ ...form, params: { ...form.params, _meta } })).toMatchObject({ result: { action: 'decline' } })
  })
})

describe('tasks on the client', () => {
  const asTask = { ...form, params: { ...form.params, task: { ttl: 60_000 } } }
  const hosting: ConnectOptions = { tasks: true, elicit: () => ({ action: 'decline' }) }

  test('run where they were declared', async () => {
    expect(await start(hosting).ask(asTask)).toMatchObject({ result: { task: { status: expect.any(String) } } })
    expect(await start(hosting).ask({ method: 'tasks/list' })).toMatchObject({ result: { tasks: [] } })
  })

  test('are those of one client, whatever message comes', async () => {
    const { ask } = start(hosting)
    await ask(asTask)
    expect(await ask(form)).toMatchObject({ result: { action: 'decline' } })
    expect(await ask({ method: 'tasks/list' })).toMatchObject({ result: { tasks: [{ taskId: expect.any(String) }] } })
  })

  test('do not run where they were not declared', async () => {
    const { ask } = start({ ...hosting, tasks: undefined })
    await expect(ask({ method: 'tasks/list' })).rejects.toMatchObject({ message: 'Method not found: tasks/list' })
  })

  test.each(['2025-06-18', '2026-07-28'] as const)('do not run in %s', async (revision) => {
    await expect(start(hosting).ask({ method: 'tasks/list' }, revision)).rejects.toMatchObject({
      message: 'Method not found: tasks/list',
    })
  })
})

describe('a notification', () => {
  test('has no answer, whatever it is about', async () => {
    const { notify, errors } = start()
    expect([await notify('notifications/x'), await notify('notifications/message'), errors]).toEqual([
      undefined,
      undefined,
      [],
    ])
  })

  test('reaches the extension that listens to it', async () => {
    const received: unknown[] = []
    const listener = { notifications: { 'x/changed': (params: unknown) => received.push(params) } }
    const { notify } = start({ extensions: { 'example.com/x': listener } })
    await notify('x/changed', { a: 1 })
    await notify('x/other', { a: 2 })
    expect(received).toEqual([{ a: 1 }])
  })

  test('about progress reaches who listens after the response', async () => {
    const { services, notify } = start()
    const received: unknown[] = []
    services.progressListeners.listen(7, ({ params }) => received.push(params))
    await notify('notifications/progress', { progressToken: 7, progress: 1 })
    await notify('notifications/progress', { progressToken: 8, progress: 1 })
    await notify('notifications/other', { progressToken: 7, progress: 2 })
    expect(received).toEqual([{ progressToken: 7, progress: 1 }])
  })

  test.each<[Revision, boolean]>([
    ['2025-11-25', true],
    ['2025-06-18', false],
    ['2026-07-28', false],
  ])('%s: that a page is complete ends the wait for it: %s', async (revision, isOver) => {
    const { services, notify } = start()
    let isDone = false
    const { done, stop } = services.completions.expect('e1')
    void done.then(() => {
      isDone = true
    })
    await notify('notifications/other', { elicitationId: 'e1' }, revision)
    await notify('notifications/elicitation/complete', undefined, revision)
    await settled()
    expect(isDone).toBe(false)
    await notify('notifications/elicitation/complete', { elicitationId: 'e1' }, revision)
    await settled()
    expect(isDone).toBe(isOver)
    stop()
  })

  test('about a change reaches who listens', async () => {
    const { services, notify } = start()
    const changes: unknown[] = []
    services.changes.listen((change) => changes.push(change))
    await notify('notifications/tools/list_changed')
    await notify('notifications/resources/updated', { uri: 'a:b' })
    await notify('notifications/resources/updated', { uri: 7 })
    await notify('notifications/other')
    expect(changes).toEqual([{ type: 'tools' }, { type: 'resource', uri: 'a:b' }])
  })
})

describe('a log message', () => {
  test('is passed on with its logger, if it names one', async () => {
    const entries: LogEntry[] = []
    const { notify } = start({ onLog: (entry) => entries.push(entry) })
    await notify('notifications/message', { level: 'info', logger: 'db', data: { a: 1 }, other: 1 })
    await notify('notifications/message', { level: 'error', logger: 7, data: 'text' })
    await notify('notifications/message', { level: 'debug' })
    await notify('notifications/other', { level: 'info', data: 1 })
    expect(entries).toEqual([
      { level: 'info', logger: 'db', data: { a: 1 } },
      { level: 'error', data: 'text' },
      { level: 'debug', data: undefined },
    ])
    expect(entries.map((entry) => 'logger' in entry)).toEqual([true, false, false])
  })

  test('without a level is ignored', async () => {
    const entries: LogEntry[] = []
    const { notify } = start({ onLog: (entry) => entries.push(entry) })
    await notify('notifications/message')
    await notify('notifications/message', { level: 3, data: 1 })
    expect(entries).toEqual([])
  })

  test('that cannot be handled is reported', async () => {
    const { notify, errors } = start({
      onLog: () => {
        throw new Error('the disk is full')
      },
    })
    expect(await notify('notifications/message', { level: 'info', data: 1 })).toBeUndefined()
    expect(errors).toEqual(['the disk is full'])
  })
})
