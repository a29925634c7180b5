import { InMemoryEventStore } from 'mcp-sdk-current/examples/shared/inMemoryEventStore.js'
import { type Client, connect } from 'omniport/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HttpWire, tapHttp } from '../http-wire.js'
import { assertValid } from '../wire.js'
import { hostSessions } from './servers/host-sessions.js'
import type { Hosted } from './servers/hosted.js'
import { loadSdk1 } from './servers/load-sdk-1.js'

describe.each([
  ['1.12.3', '2025-03-26'],
  ['1.22.0', '2025-06-18'],
  ['1.32.2', '2025-11-25'],
] as const)('our client and the server of SDK %s', (name, revision) => {
  let hosted: Hosted
  let wire: HttpWire
  let client: Client

  beforeEach(async () => {
    hosted = await hostSessions(await loadSdk1(name), { eventStore: new InMemoryEventStore() })
    wire = await tapHttp(hosted.url)
    client = await connect(wire.url)
  })

  afterEach(async () => {
    await client.close()
    await wire.close()
    await hosted.close()
    assertValid(wire.messages, revision)
  })

  test('a call whose stream is cut goes on, and nothing is heard twice', async () => {
    const received: number[] = []
    let notified: Promise<unknown> | undefined
    const onProgress = ({ progress }: { readonly progress: number }) => {
      received.push(progress)
      if (progress < 3) return
      notified = cutAndCall('received', { key: name })
    }
    const { content } = await client.callTool('count', { key: name, to: 3 }, { onProgress })
    expect([received, content]).toEqual([[1, 2, 3], [{ type: 'text', text: 'counted to 3' }]])
    await notified
  })

  test('a change that is announced while the stream is cut is heard of', async () => {
    const changes = await client.listen({ tools: true })
    await cutAndCall('announce', { what: 'tools' })
    expect(await changes[Symbol.asyncIterator]().next()).toEqual({ done: false, value: { type: 'tools' } })
  })

  test('a session that is lost is begun again, once for all who wait', async () => {
    hosted.forget()
    const [pong, prompts] = await Promise.all([client.ping(), client.listPrompts(), client.listTools()])
    expect([pong, prompts.map((prompt) => prompt.name), hosted.sessions()]).toEqual([undefined, ['visit'], 1])
  })

  /** The call goes over a new connection: what is sent over one that was just cut is lost, and calls are not sent again. */
  async function cutAndCall(tool: string, args: Readonly<Record<string, unknown>>): Promise<void> {
    hosted.cut()
    await client.ping()
    await client.callTool(tool, args)
  }
})
