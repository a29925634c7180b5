import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, connect } from 'omniport/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createCountedRuntime } from './counted-runtime.js'
import { beat, mostInOneTurn } from './heartbeat.js'
import { type Asked, but, done, hostileServer } from './hostile-server.js'
import { usedMemory } from './memory.js'
import { expectNoChildren } from './no-children.js'
import { outcomeOf } from './outcome.js'

expectNoChildren()

describe.each(['2025-11-25', '2026-07-28'] as const)('a server of %s', (revision) => {
  async function open(method: string, fault: (asked: Asked) => void) {
    const runtime = createCountedRuntime()
    const server = await hostileServer(but(revision, method, fault))
    const target = { url: server.url, headers: { authorization: 'Bearer secret' } }
    const client: Client = await connect(target, { revision, runtime, limits: { pages: 5, items: 50 } })
    onTestFinished(async () => {
      await client.close()
      expect(runtime.timers).toBe(0)
    })
    return { client, server, count: () => server.asked.filter(({ message }) => message?.method === method).length }
  }

  const page = (nextCursor: string, items = 1) => ({
    ...done,
    ttlMs: 0,
    cacheScope: 'private',
    tools: Array.from({ length: items }, (_, at) => ({ name: `${nextCursor}-${at}`, inputSchema: { type: 'object' } })),
    nextCursor,
  })

  test.each<readonly [string, (round: number) => object, string, number]>([
    ['of ever new cursors', (round) => page(`cursor ${round}`), 'limit', 5],
    ['of the same cursor', () => page('same'), 'invalid_result', 2],
    ['of more items than are kept', (round) => page(`cursor ${round}`, 40), 'limit', 2],
  ])('that has pages without an end, %s, is given up', async (_, next, code, most) => {
    let round = 0
    const { client, count } = await open('tools/list', (asked) => {
      round += 1
      asked.answer(next(round))
    })
    expect(await outcomeOf(client.listTools())).toMatchObject({ code })
    expect(count()).toBeLessThanOrEqual(most + 1)
  })

  test('that redirects without an end is followed five times', async () => {
    const { client, count } = await open('tools/call', ({ write }) => {
      write('HTTP/1.1 307 Again\r\nlocation: /mcp\r\ncontent-length: 0\r\n\r\n')
    })
    expect(await outcomeOf(client.callTool('x', {}))).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('answered HTTP 307'),
    })
    expect(count()).toBe(6)
  })

  test('that redirects elsewhere is not followed: nothing is sent there', async () => {
    const seen: unknown[] = []
    const other = createServer((request, response) => {
      seen.push(request.headers)
      response.end()
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise((resolve) => void other.close(() => resolve(undefined))))
    const { port } = other.address() as AddressInfo // listening on a port
    for (const status of [301, 302, 303, 307, 308]) {
      const { client } = await open('tools/call', ({ write }) => {
        write(`HTTP/1.1 ${status} There\r\nlocation: http://127.0.0.1:${port}/mcp\r\ncontent-length: 0\r\n\r\n`)
      })
      expect(await outcomeOf(client.callTool('x', {}))).toMatchObject({ code: 'unreachable' })
    }
    expect(seen).toEqual([])
  })

  test('that reports progress without an end is given up at maxTimeoutMs', async () => {
    let notified = 0
    const { client } = await open('tools/call', (asked) => {
      const send = asked.stream()
      const progressToken = (asked.message?.params?.['_meta'] as { progressToken?: unknown } | undefined)?.progressToken
      let progress = 0
      const timer = setInterval(() => {
        progress += 1
        const params = { progressToken, progress }
        send(`data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })}`)
      }, 10)
      asked.socket.on('close', () => clearInterval(timer))
    })
    const onProgress = () => {
      notified += 1
    }
    const call = client.callTool('x', {}, { onProgress, timeoutMs: 200, maxTimeoutMs: 600 })
    expect(await outcomeOf(call)).toMatchObject({ code: 'timeout', message: expect.stringContaining('600') })
    expect(notified).toBeGreaterThan(5)
  })

  test('that sends 50 MB of notifications is heard one by one, and others have their turn meanwhile', async () => {
    let received = 0
    const params = { level: 'info', data: 'x'.repeat(1_000) }
    const event = `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })}\n\n`.repeat(100)
    const server = await hostileServer(
      but(revision, 'tools/call', (asked) => {
        const send = asked.stream()
        const pour = (left: number): unknown =>
          left === 0
            ? send(`data: ${JSON.stringify({ jsonrpc: '2.0', id: asked.message?.id, result: done })}`)
            : asked.socket.write(event, () => pour(left - 1))
        pour(500)
      }),
    )
    const onLog = () => {
      received += 1
    }
    const client: Client = await connect(server.url, { revision, onLog })
    onTestFinished(() => client.close())
    const before = usedMemory()
    const { outcome, most } = await beat(outcomeOf(client.callTool('x', {})), () => received)
    expect([outcome, received]).toMatchObject([{ value: { content: done.content } }, 50_000])
    expect(most).toBeLessThan(mostInOneTurn)
    await expect.poll(() => usedMemory() - before).toBeLessThan(25_000_000)
  })

  test('is asked for no encoding', async () => {
    const { client, server } = await open('tools/call', (asked) => asked.answer(done))
    await client.callTool('x', {})
    expect(server.asked.filter(({ request }) => request.headers['accept-encoding'] !== undefined)).toEqual([])
  })
})

test('a server that asks in every round is given up after so many', async () => {
  let rounds = 0
  let asked = 0
  const ask = {
    method: 'elicitation/create',
    params: { mode: 'form', message: 'm', requestedSchema: { type: 'object', properties: {} } },
  }
  const server = await hostileServer(
    but('2026-07-28', 'tools/call', ({ answer }) => {
      rounds += 1
      answer({ resultType: 'input_required', inputRequests: { [`q${rounds}`]: ask }, requestState: `s${rounds}` })
    }),
  )
  const client: Client = await connect(server.url, {
    revision: '2026-07-28',
    limits: { rounds: 4 },
    elicit: () => {
      asked += 1
      return { action: 'accept', content: {} }
    },
  })
  onTestFinished(() => client.close())
  expect(await outcomeOf(client.callTool('x', {}))).toMatchObject({
    code: 'limit',
    message: expect.stringContaining('rounds'),
  })
  expect(
    [rounds, asked].every((count) => count <= 5),
    `${rounds} rounds, ${asked} asked`,
  ).toBe(true)
})
