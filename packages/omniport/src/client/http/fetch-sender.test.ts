import { describe, expect, test } from 'vitest'
import { LazyAbortController } from '../../async/abort/lazy-abort-controller.js'
import { readText } from '../../async/streams/read-bytes.js'
import type { HttpSendRequest } from '../../transport/http-sender.js'
import { FetchSender } from './fetch-sender.js'

const url = 'https://mcp.example/mcp'

/** What a `fetch` is given, which answers with `response`, and what came of it. */
async function send(response: Response, request: Partial<HttpSendRequest> = {}) {
  const calls: unknown[][] = []
  const sender = new FetchSender(async (...given) => {
    calls.push(given)
    return response
  })
  const abort = new LazyAbortController()
  const received = await sender.send({ method: 'POST', url, headers: { 'x-a': '1' }, abort, ...request })
  return { calls, received, abort, sender }
}

describe('a request over fetch', () => {
  test('has its method, headers and body, and follows no redirect', async () => {
    const { calls, abort } = await send(new Response(null, { status: 202 }), { body: '{}' })
    expect(calls).toEqual([
      [url, { method: 'POST', headers: { 'x-a': '1' }, signal: abort.signal, redirect: 'manual', body: '{}' }],
    ])
  })

  test('has no body where there is none', async () => {
    const { calls } = await send(new Response(null), { method: 'GET' })
    expect(calls).toMatchObject([[url, { method: 'GET' }]])
    expect(Object.hasOwn(calls[0]?.[1] as object, 'body')).toBe(false)
  })

  test('tells when it is sent, before it is answered', async () => {
    const log: string[] = []
    const sender = new FetchSender(async () => {
      log.push('fetch')
      await Promise.resolve()
      log.push('answer')
      return new Response(null)
    })
    const onSent = () => log.push('sent')
    await sender.send({ method: 'POST', url, headers: {}, abort: new LazyAbortController(), onSent })
    expect(log).toEqual(['fetch', 'sent', 'answer'])
  })

  test('is made as a function, not as a method', async () => {
    const receivers: unknown[] = []
    const sender = new FetchSender(async function (this: unknown) {
      receivers.push(this)
      return new Response(null)
    })
    await sender.send({ method: 'GET', url, headers: {}, abort: new LazyAbortController() })
    expect(receivers).toEqual([undefined])
  })

  test('has a reply with its status, headers and body', async () => {
    const headers = { 'content-type': 'text/plain', 'x-b': '2' }
    const { received } = await send(new Response('a text', { status: 203, headers }))
    expect([received.status, received.header('X-B'), received.header('x-c')]).toEqual([203, '2', undefined])
    expect(Object.fromEntries(received.headers())).toEqual(headers)
    expect(await readText(received.body, 100)).toBe('a text')
  })

  test('may have a reply without a body', async () => {
    const { received } = await send(new Response(null))
    expect(await readText(received.body, 100)).toBe('')
  })
})

test('there is nothing to close', async () => {
  const { sender } = await send(new Response(null))
  expect(await sender.close()).toBeUndefined()
})
