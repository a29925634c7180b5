import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { beginSession, type ClientSession, post } from '#test/support/http-client.js'
import { openSessionNodes, type SessionNode } from '#test/support/session-nodes.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'

const content = [{ type: 'text', text: 'done' }]
const answer = { jsonrpc: '2.0', id: 1, result: { resultType: 'complete', content } }

describe('the stream of a call that is resumed at another node', () => {
  let nodes: readonly [SessionNode, SessionNode]
  let session: ClientSession
  /** Lets the tool return. */
  let finish: () => void
  beforeEach(async () => {
    nodes = await openSessionNodes()
    const [first] = nodes
    session = await beginSession(first.shell)
    first.onHook(
      () =>
        new Promise((resolve) => {
          finish = () => resolve('done')
        }),
    )
  })
  afterEach(async () => {
    finish()
    await Promise.all(nodes.map(({ shell }) => shell.close()))
  })

  /** Calls at the first node, whose connection breaks. Returns the id of the last event. */
  async function callAndBreak(): Promise<string | undefined> {
    const [{ shell }] = nodes
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'hook', arguments: {} } }
    const headers = { ...session.headers, accept: 'text/event-stream' }
    const reader = new SseReader(await post(shell, message, { headers }))
    const first = await reader.next()
    await reader.cancel()
    await settled()
    return first?.id
  }

  function resume({ shell }: SessionNode, lastEventId: string | undefined): Promise<Response> {
    const headers = { ...session.headers, 'last-event-id': `${lastEventId}`, accept: 'text/event-stream' }
    return shell.send({ method: 'GET', headers })
  }

  async function pass({ runtime }: SessionNode, seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 1) {
      await settled()
      runtime.advance(1_000)
    }
    await settled()
  }

  test('brings the answer', async () => {
    const [, second] = nodes
    const reader = new SseReader(await resume(second, await callAndBreak()))
    await pass(second, 25)
    finish()
    expect(await reader.messages()).toEqual([answer])
  })

  test('brings the answer that is there, though its node is gone', async () => {
    const [first, second] = nodes
    const id = await callAndBreak()
    finish()
    await settled()
    first.cut(true)
    expect(await new SseReader(await resume(second, id)).messages()).toEqual([answer])
  })

  test('is refused after 5 seconds if its node is gone', async () => {
    const [first, second] = nodes
    const id = await callAndBreak()
    first.cut(true)
    const resumed = resume(second, id)
    await pass(second, 6)
    const response = await resumed
    const message = 'Last-Event-ID names a stream whose request no node serves any more; its effect may have happened'
    expect([response.status, (await response.json()).error]).toEqual([400, { code: -32600, message }])
  })

  test('goes on if its node answers late', async () => {
    const [first, second] = nodes
    const id = await callAndBreak()
    first.cut(true)
    const resumed = resume(second, id)
    await pass(second, 3)
    first.cut(false)
    await pass(second, 1)
    const reader = new SseReader(await resumed)
    finish()
    expect(await reader.messages()).toEqual([answer])
  })

  test('ends when its node is gone later, and is refused then', async () => {
    const [first, second] = nodes
    const id = await callAndBreak()
    const reader = new SseReader(await resume(second, id))
    await pass(second, 10)
    first.cut(true)
    await pass(second, 20)
    expect(await reader.messages()).toEqual([])
    const resumed = resume(second, id)
    await pass(second, 6)
    expect((await resumed).status).toBe(400)
  })

  test('is resumed at its own node without a question', async () => {
    const [first] = nodes
    const id = await callAndBreak()
    first.cut(true)
    const reader = new SseReader(await resume(first, id))
    await pass(first, 25)
    finish()
    expect(await reader.messages()).toEqual([answer])
  })
})
