import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectFake } from '../../fixtures/connect-fake.js'
import { initialized } from '../../fixtures/fake-server.js'
import { capabilities, content, relatedTask, start, state } from '../fixtures/legacy-tasks.js'

describe('callTask', () => {
  test('gives the task as soon as it is there, and its result to whoever asks', async () => {
    const { client, server, runtime } = await start({})
    const made = await client.callTask('optional', { a: 1 })
    expect([made.id, made.status, server.methods]).toEqual(['t1', 'working', ['tools/list', 'tools/call']])
    const results = Promise.all([made.result(), made.result()])
    await runtime.advance(100)
    expect(await results).toEqual([
      { content, _meta: relatedTask },
      { content, _meta: relatedTask },
    ])
    expect(await made.result()).toEqual({ content, _meta: relatedTask })
    expect([made.status, server.ofMethod('tasks/result').length]).toEqual(['completed', 1])
    await client.close()
  })

  test.each(['forbidden', 'silent', 'unlisted'])('is not for a tool whose tasks are %s', async (name) => {
    verifies('TASK-05', 'TOOL-34')
    const { client, server } = await start({})
    await expect(client.callTask(name, {})).rejects.toMatchObject({
      code: 'unsupported',
      message: `The tool "${name}" cannot be called as a task`,
    })
    expect(server.methods).toEqual(['tools/list'])
    await client.close()
  })

  test.each<['2025-06-18' | '2025-11-25', object]>([
    ['2025-06-18', capabilities],
    ['2025-11-25', { tools: {} }],
  ])('%s: is not for a server without tasks', async (revision, declared) => {
    const { client, server } = await connectFake(revision, { initialize: () => initialized(declared, revision) })
    await expect(client.callTask('optional', {})).rejects.toMatchObject({ code: 'unsupported' })
    expect(server.methods).toEqual([])
    await client.close()
  })

  test('a task that is cancelled has no result, and whoever waits for it hears so at once', async () => {
    const { client, server, runtime } = await start({ 'tasks/get': () => state('working') })
    const made = await client.callTask('optional', {})
    const rejected = expect(made.result()).rejects.toMatchObject({ code: 'closed' })
    await runtime.advance(150)
    await made.cancel()
    await rejected
    expect(made.status).toBe('cancelled')
    await made.cancel()
    await expect(made.result()).rejects.toMatchObject({ code: 'closed' })
    expect([server.ofMethod('tasks/cancel').length, runtime.timers]).toEqual([1, 0])
    await client.close()
  })

  test('a task that is over cannot be cancelled, which is no mistake', async () => {
    const { client, server } = await start({
      'tasks/cancel': () => ({ error: { code: -32602, message: 'The task is completed already' } }),
    })
    const made = await client.callTask('optional', {})
    await made.cancel()
    expect([made.status, server.methods.slice(-2)]).toEqual(['completed', ['tasks/cancel', 'tasks/get']])
    expect(await made.result()).toMatchObject({ content })
    await client.close()
  })

  test('has as long as it takes, unless that is limited; then it goes on, and can be asked again', async () => {
    let isDone = false
    const { client, server, runtime } = await start({
      'tasks/get': () => state(isDone ? 'completed' : 'working', { ttl: null }),
    })
    const made = await client.callTask('optional', {}, { maxTimeoutMs: 1_000 })
    const rejected = expect(made.result()).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(1_000)
    await rejected
    isDone = true
    const result = made.result()
    await runtime.advance(100)
    expect(await result).toMatchObject({ content })
    expect(server.ofMethod('tasks/cancel')).toEqual([])
    await client.close()
  })
})
