import { InMemoryEventStore } from 'mcp-sdk-current/examples/shared/inMemoryEventStore.js'
import { type Client, connect } from 'omniport/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hostSessions } from '../interop/http/servers/host-sessions.js'
import type { Hosted } from '../interop/http/servers/hosted.js'
import { loadSdk1 } from '../interop/http/servers/load-sdk-1.js'
import { TapFolder, type TappedUrl } from './tapped.js'

describe.each(['1.12.3', '1.22.0', '1.32.2'] as const)('through tap our client and the server of SDK %s', (name) => {
  let tap: TapFolder
  let hosted: Hosted
  let tapped: TappedUrl
  let client: Client

  beforeEach(async () => {
    tap = await TapFolder.create()
    hosted = await hostSessions(await loadSdk1(name), { eventStore: new InMemoryEventStore() })
    tapped = await tap.tapUrl(hosted.url)
    client = await connect(tapped.url)
  })

  afterEach(async () => {
    await client.close()
    await tapped.close()
    await hosted.close()
    await tap.remove()
  })

  test('a call whose stream is cut by the server goes on, and the resumption is recorded', async () => {
    const received: number[] = []
    let notified: Promise<unknown> | undefined
    const onProgress = ({ progress }: { readonly progress: number }) => {
      received.push(progress)
      if (progress === 3) notified = cutAndCall()
    }
    const { content } = await client.callTool('count', { key: name, to: 3 }, { onProgress })
    expect([received, content]).toEqual([[1, 2, 3], [{ type: 'text', text: 'counted to 3' }]])
    await notified
    const { lines } = await tap.recording()
    const cut = lines.find(({ end, from }) => end === 'aborted' && from === 'server')
    const resumed = lines.find(({ headers }) => headers?.['last-event-id'] !== undefined)
    // The first connection is the question for the newest revision.
    expect([cut?.connection, resumed?.connection]).toEqual([2, 2])
  })

  test('a session that is lost is begun again', async () => {
    hosted.forget()
    await client.ping()
    const { lines } = await tap.recording()
    expect(lines.filter(({ status }) => status === 404).length).toBeGreaterThan(0)
    expect(hosted.sessions()).toBe(1)
  })

  async function cutAndCall(): Promise<void> {
    hosted.cut()
    await client.ping()
    await client.callTool('received', { key: name })
  }
})
