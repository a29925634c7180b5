import { describe, expect, test } from 'vitest'
import type { ClientExtension } from '../../extensions/client-extension.js'
import { nameForm } from '../../fixtures/connect-fake.js'
import { discovered, type Reply } from '../../fixtures/fake-server.js'
import { inTurn } from '../fixtures/in-turn.js'
import { accept, ack, done, inputRequired, start, state } from '../fixtures/modern-tasks.js'

describe('callTask', () => {
  test('gives the task as soon as it is there, and its result to whoever asks, as often as they like', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': inTurn(state('working'), done()) })
    const task = await client.callTask('x', { a: 1 })
    expect([task.id, task.status, server.methods]).toEqual(['t1', 'working', ['tools/call']])
    await runtime.advance(10_000)
    expect(server.methods).toEqual(['tools/call'])
    const both = [task.result(), task.result()]
    await runtime.advance(200)
    expect(await Promise.all([...both, task.result()])).toEqual(
      Array.from({ length: 3 }, () => ({ content: [{ type: 'text', text: 'ok' }] })),
    )
    expect([task.status, server.ofMethod('tasks/get').length]).toEqual(['completed', 2])
    await client.close()
  })

  test('gives what is over already where the server answers at once', async () => {
    const { client, server } = await start({
      'tools/call': () => ({ result: { resultType: 'complete', content: [] } }),
    })
    const task = await client.callTask('x', {})
    expect([task.id, task.status, await task.result()]).toEqual(['', 'completed', { content: [] }])
    await task.cancel()
    expect(server.methods).toEqual(['tools/call'])
    await client.close()
  })

  test('gives what another extension leads to as over already', async () => {
    const later: ClientExtension = {
      resultTypes: {
        later: { methods: ['tools/call'], run: ({ ticket }, ctx) => ctx.request('x/collect', { ticket }) },
      },
    }
    const { client, server } = await start(
      {
        'tools/call': () => ({ result: { resultType: 'later', ticket: 7 } }),
        'x/collect': () => ({ result: { content: [] } }),
      },
      { extensions: { 'com.example/x': later } },
    )
    const task = await client.callTask('x', {})
    expect([task.id, task.status, await task.result()]).toEqual(['', 'completed', { content: [] }])
    expect(server.methods).toEqual(['tools/call', 'x/collect'])
    await client.close()
  })

  test('is not for a server without tasks', async () => {
    const { client, server } = await start({ 'server/discover': () => discovered({ tools: {} }) })
    await expect(client.callTask('x', {})).rejects.toMatchObject({ code: 'unsupported' })
    expect(server.methods).toEqual([])
    await client.close()
  })

  test('goes on when the signal of the call aborts later', async () => {
    const { client, server, runtime } = await start({})
    const stop = new AbortController()
    const task = await client.callTask('x', {}, { signal: stop.signal })
    stop.abort(new Error('enough'))
    const result = task.result()
    await runtime.advance(100)
    expect([await result, server.methods]).toEqual([
      { content: [{ type: 'text', text: 'ok' }] },
      ['tools/call', 'tasks/get'],
    ])
    await client.close()
  })

  test.each<[string, Reply, unknown]>([
    ['is cancelled', state('cancelled'), { code: 'closed', message: 'The task "t1" was cancelled' }],
    [
      'is gone',
      { error: { code: -32602, message: 'Unknown task' } },
      { code: 'closed', message: 'The task "t1" was cancelled' },
    ],
    ['is done all the same', done(), { content: [{ type: 'text', text: 'ok' }] }],
  ])('a task that was cancelled %s', async (_name, reply, expected) => {
    const { client, server, runtime } = await start({ 'tasks/get': () => reply })
    const task = await client.callTask('x', {})
    await task.cancel()
    const result = task.result().then(
      (value) => value,
      (reason) => ({ code: reason.code, message: reason.message }),
    )
    await runtime.advance(100)
    expect(server.methods).toEqual(['tools/call', 'tasks/cancel', 'tasks/get'])
    expect(await result).toEqual(expected)
    await client.close()
  })

  test('a result that was not there in time can be asked for again; an answer given meanwhile is not lost', async () => {
    let asked = 0
    let isReachable = false
    const { client, server, runtime } = await start(
      {
        'tasks/get': (_message, fake) =>
          fake.ofMethod('tasks/update').length > 1 ? done() : inputRequired({ who: nameForm }),
        'tasks/update': () => (isReachable ? ack : undefined),
      },
      {
        elicit: () => {
          asked += 1
          return accept()
        },
      },
    )
    const task = await client.callTask('x', {}, { maxTimeoutMs: 500 })
    const rejected = expect(task.result()).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(500)
    await rejected
    isReachable = true
    const result = task.result()
    await runtime.advance(400)
    expect([await result, asked, server.ofMethod('tasks/cancel').length]).toMatchObject([{ content: [{}] }, 1, 0])
    await client.close()
  })
})

describe('getTask', () => {
  test('asks once for the state, and follows the task when its result is wanted', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': inTurn(state('working'), state('working'), done()) })
    const task = await client.getTask('t1', { meta: { 'com.example/a': 1 } })
    expect([task.id, task.status, server.methods]).toEqual(['t1', 'working', ['tasks/get']])
    expect(server.ofMethod('tasks/get')[0]?.params).toMatchObject({ taskId: 't1', _meta: { 'com.example/a': 1 } })
    const result = task.result()
    await runtime.advance(300)
    expect([await result, task.status]).toEqual([{ content: [{ type: 'text', text: 'ok' }] }, 'completed'])
    await client.close()
  })

  test('answers what the task asks', async () => {
    const asking = inputRequired({ who: nameForm })
    const answers = { 'tasks/get': inTurn(asking, asking, done()) }
    const { client, server, runtime } = await start(answers, { elicit: accept })
    const result = (await client.getTask('t1')).result()
    await runtime.advance(300)
    expect(await result).toMatchObject({ content: [{ text: 'ok' }] })
    expect(server.ofMethod('tasks/update')).toMatchObject([
      { params: { taskId: 't1', inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } } } },
    ])
    await client.close()
  })

  test('refuses another task, and a value that does not fit', async () => {
    const { client } = await start({ 'tasks/get': inTurn(done()) })
    await expect(client.getTask('t2')).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'tasks/get: the task is another',
    })
    const output = { type: 'object', required: ['a'] } as const
    const task = await client.getTask('t1', { output })
    await expect(task.result()).rejects.toMatchObject({ code: 'invalid_result' })
    await expect(client.getTask(5 as never)).rejects.toThrow(new TypeError('getTask: the id must be a string, got 5'))
    await client.close()
  })

  test('is not for a server without tasks', async () => {
    const { client, server } = await start({ 'server/discover': () => discovered({ tools: {} }) })
    await expect(client.getTask('t1')).rejects.toMatchObject({ code: 'unsupported' })
    expect(server.methods).toEqual([])
    await client.close()
  })
})
