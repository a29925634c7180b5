import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { deferred, nameForm } from '../../fixtures/connect-fake.js'
import { initialized, type Replies, type Reply } from '../../fixtures/fake-server.js'
import { inTurn } from '../fixtures/in-turn.js'
import { content, created, ok, paramsOf, relatedTask, start, state } from '../fixtures/legacy-tasks.js'

test('a server that tells the state of another task fails the call', async () => {
  const { client, runtime } = await start({ 'tasks/get': () => state('working', { taskId: 't2' }) })
  await client.listTools()
  const rejected = expect(client.callTool('required', {})).rejects.toMatchObject({
    code: 'invalid_result',
    message: 'tasks/get: the task is another',
  })
  await runtime.advance(5_000)
  await rejected
  expect(runtime.timers).toBe(0)
  await client.close()
})

describe('what a task asks', () => {
  test('comes while its result is waited for, and is answered by the handlers', async () => {
    verifies('TASK-12', 'TASK-14')
    const result = deferred<Reply>()
    const { client, server, runtime } = await start(
      {
        'tasks/get': (_message, fake) =>
          fake.received.some(({ id }) => id === 'q1') ? state('working') : state('input_required'),
        'tasks/result': (_message, fake) => {
          fake.send({ id: 'q1', ...nameForm, params: { ...nameForm.params, _meta: relatedTask } })
          return result.promise
        },
      },
      { elicit: () => ({ action: 'accept', content: { name: 'Ada' } }) },
    )
    await client.listTools()
    server.received.length = 0
    const call = client.callTool('required', {})
    await runtime.advance(300)
    expect(server.received.find(({ id }) => id === 'q1')?.result).toEqual({
      action: 'accept',
      content: { name: 'Ada' },
      _meta: relatedTask,
    })
    expect(server.methods.filter((method) => method !== undefined)).toEqual([
      'tools/call',
      'tasks/get',
      'tasks/result',
      'tasks/get',
      'tasks/get',
    ])
    result.resolve(ok)
    await settled()
    expect(await call).toMatchObject({ content })
    expect(runtime.timers).toBe(0)
    await client.close()
  })

  test('may take longer than the call: the time stands still', async () => {
    const answer = deferred<{ action: 'decline' }>()
    const { client, server, runtime } = await start(
      {
        'tasks/get': () => state('input_required'),
        'tasks/result': async (_message, fake) => {
          fake.send({ id: 'q1', ...nameForm })
          await answer.promise
          return ok
        },
      },
      { elicit: () => answer.promise },
    )
    await client.listTools()
    const call = client.callTool('required', {}, { maxTimeoutMs: 1_000 })
    await runtime.advance(20_000)
    answer.resolve({ action: 'decline' })
    await settled()
    expect(await call).toMatchObject({ content })
    expect(server.ofMethod('tasks/cancel')).toEqual([])
    await client.close()
  })

  test('is not lost with the request that waits for the result: the next poll sends another', async () => {
    const { client, server, runtime } = await start({
      'tasks/get': inTurn(state('input_required'), state('input_required'), state('completed')),
      'tasks/result': inTurn(
        { error: { code: -32603, message: 'Busy' } },
        { error: { code: -32603, message: 'Busy' } },
        ok,
      ),
    })
    await client.listTools()
    server.received.length = 0
    const call = client.callTool('required', {})
    await runtime.advance(300)
    expect(await call).toMatchObject({ content })
    expect(server.methods).toEqual([
      'tools/call',
      'tasks/get',
      'tasks/result',
      'tasks/get',
      'tasks/result',
      'tasks/get',
      'tasks/result',
    ])
    await client.close()
  })
})

test('a request that waits for the result does not outlive the call', async () => {
  const { client, server, runtime } = await start({
    'tasks/get': inTurn(state('input_required'), state('completed')),
    'tasks/result': inTurn(undefined, ok),
  })
  await client.listTools()
  const call = client.callTool('required', {})
  await runtime.advance(200)
  expect(await call).toMatchObject({ content })
  await settled()
  const [waiting] = server.ofMethod('tasks/result')
  expect(server.ofMethod('notifications/cancelled').map(paramsOf)).toMatchObject([{ requestId: waiting?.id }])
  expect([server.ofMethod('tasks/cancel'), runtime.timers]).toEqual([[], 0])
  await client.close()
})

describe('giving up', () => {
  test.each<[string, Replies]>([
    ['while it runs', { 'tasks/get': () => state('working') }],
    ['while a poll is open', { 'tasks/get': () => undefined }],
    ['while its result is waited for', { 'tasks/get': () => state('input_required'), 'tasks/result': () => undefined }],
  ])('a call that became a task, %s, cancels the task by its own request', async (_name, answers) => {
    verifies('CAN-04')
    const { client, server, runtime } = await start(answers)
    await client.listTools()
    const stop = new AbortController()
    const call = client.callTool('required', {}, { signal: stop.signal })
    await runtime.advance(250)
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await settled()
    expect(server.ofMethod('tasks/cancel').map(paramsOf)).toEqual([{ taskId: 't1' }])
    const [{ id: callId } = {}] = server.ofMethod('tools/call')
    expect(server.ofMethod('notifications/cancelled').map(({ params }) => params?.['requestId'])).not.toContain(callId)
    await client.close()
  })

  test('a call before it is a task cancels it as soon as it is one', async () => {
    verifies('CAN-04')
    const answer = deferred<Reply>()
    const { client, server, runtime } = await start({ 'tools/call': () => answer.promise }, { timeoutMs: 60_000 })
    await client.listTools()
    const stop = new AbortController()
    const call = client.callTool('required', {}, { signal: stop.signal })
    await settled()
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await runtime.advance(59_999)
    answer.resolve(created())
    await settled()
    expect(server.methods.slice(-2)).toEqual(['tools/call', 'tasks/cancel'])
    expect([server.ofMethod('notifications/cancelled'), runtime.timers]).toEqual([[], 0])
    await client.close()
  })

  test('a call that no task comes of leaves nothing behind once that took as long again', async () => {
    verifies('CAN-04')
    const answer = deferred<Reply>()
    const { client, server, runtime, errors } = await start({ 'tools/call': () => answer.promise })
    await client.listTools()
    const call = client.callTool('required', {}, { timeoutMs: 1_000 })
    const rejected = expect(call).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(1_000)
    await rejected
    await runtime.advance(1_000)
    expect(runtime.timers).toBe(0)
    answer.resolve(created())
    await settled()
    expect([server.methods.slice(1), errors]).toEqual([['tools/call'], []])
    await client.close()
  })

  test('happens after maxTimeoutMs, however well the server answers', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working') })
    await client.listTools()
    const rejected = expect(client.callTool('required', {}, { maxTimeoutMs: 1_000 })).rejects.toMatchObject({
      code: 'timeout',
    })
    await runtime.advance(1_000)
    await rejected
    await settled()
    expect(server.methods.at(-1)).toBe('tasks/cancel')
    await client.close()
  })

  test('is for the caller: no time of the connection ends a task', async () => {
    const { client, server, runtime } = await start({
      'tasks/get': (_message, fake) =>
        state(fake.ofMethod('tasks/get').length > 30 ? 'completed' : 'working', { ttl: null, pollInterval: 60_000 }),
    })
    await client.listTools()
    const call = client.callTool('required', {})
    await runtime.advance(40 * 60_000)
    expect([await call, server.ofMethod('tasks/cancel')]).toMatchObject([{ content }, []])
    await client.close()
  })

  test('cancels nothing where the server cannot', async () => {
    const { client, server, runtime } = await start({
      initialize: () => initialized({ tools: {}, tasks: { requests: { tools: { call: {} } } } }),
      'tasks/get': () => state('working'),
    })
    const made = await client.callTask('optional', {})
    await expect(made.cancel()).rejects.toMatchObject({
      code: 'unsupported',
      message: 'The server did not declare the capability tasks.cancel',
    })
    const rejected = expect(client.callTool('required', {}, { maxTimeoutMs: 500 })).rejects.toMatchObject({
      code: 'timeout',
    })
    await runtime.advance(1_000)
    await rejected
    expect(server.ofMethod('tasks/cancel')).toEqual([])
    await client.close()
  })
})
