import { describe, expect, test } from 'vitest'
import { createManualRuntime, settled } from '#test/support/virtual-runtime.js'
import { FetchHttpAdapter } from './fetch-http-adapter.js'
import { bodyTimeout, bodyTooLarge } from './requests/body-errors.js'
import { HttpError } from './requests/http-error.js'
import type { RequestBody } from './requests/http-request.js'

const limits = { bodyBytes: 10, bodyMs: 500 }

function open(init: RequestInit = {}, url = 'http://mcp.example:1/mcp?a=b?c') {
  const runtime = createManualRuntime()
  const responses: Response[] = []
  const request = new Request(url, { duplex: 'half', ...init } as RequestInit) // duplex is not in every lib
  const adapter = new FetchHttpAdapter(request, runtime, (response) => void responses.push(response))
  return { adapter, request, runtime, responses }
}

type Opened = ReturnType<typeof open>

function read({ adapter }: Opened) {
  const counted: number[] = []
  const body = adapter.readBody(limits, { countBody: (length) => void counted.push(length) }).then(textOf)
  return { counted, body }
}

const textOf = (body: RequestBody) => ('bytes' in body ? new TextDecoder().decode(body.bytes) : body)

/** A body whose pieces a test sends. */
function openBody() {
  const seen = { cancelled: false }
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    cancel: () => {
      seen.cancelled = true
    },
  })
  const encoder = new TextEncoder()
  return {
    ...open({ method: 'POST', body }),
    seen,
    push: (text: string) => controller?.enqueue(encoder.encode(text)),
    end: () => controller?.close(),
    break: () => controller?.error(new Error('secret')),
  }
}

describe('a request', () => {
  test('has what its URL says, and no network', () => {
    const { method, prefix, path, query, url, network } = open({ method: 'DELETE' }).adapter
    expect({ method, prefix, path, query, url, network }).toEqual({
      ...{ method: 'DELETE', prefix: '', path: '/mcp', query: 'a=b?c' },
      ...{ url: 'http://mcp.example:1/mcp?a=b?c', network: '' },
    })
    expect(open({}, 'http://mcp.example/').adapter.query).toBe('')
  })

  test('has the host of its URL, unless it says another', () => {
    expect(open().adapter.header('host')).toBe('mcp.example:1')
    expect(open({ headers: { host: 'other.example' } }).adapter.header('host')).toBe('other.example')
    expect(open({ headers: { 'x-a': '' } }).adapter.header('x-a')).toBe('')
    expect(open().adapter.header('x-b')).toBeUndefined()
  })

  test('hides headers, and finds them by name', () => {
    const { adapter, request } = open({ headers: { authorization: 'Bearer t', 'x-a': '1' } })
    expect(adapter.headers).toBe(request.headers)
    adapter.hideHeaders(new Set(['authorization', 'cookie']))
    const shown = adapter.headers
    expect([...shown]).toEqual([['x-a', '1']])
    expect(adapter.headers).toBe(shown)
    expect([adapter.header('authorization'), request.headers.get('authorization')]).toEqual(['Bearer t', 'Bearer t'])
  })
})

describe('a body', () => {
  test('is read whole, and counted as it grows', async () => {
    const opened = openBody()
    const { counted, body } = read(opened)
    opened.push('ab')
    await settled()
    opened.push('c')
    opened.end()
    expect([await body, counted]).toEqual(['abc', [2, 3]])
    await settled()
    expect(opened.runtime.timers).toBe(0)
  })

  test('may be missing, or empty', async () => {
    const missing = open()
    const { counted, body } = read(missing)
    expect([await body, counted, missing.runtime.timers]).toEqual(['', [], 0])
    const empty = openBody()
    empty.end()
    expect(await read(empty).body).toBe('')
  })

  test('is counted by its length before it is read', async () => {
    const opened = open({ method: 'POST', body: 'abc', headers: { 'content-length': '3' } })
    const { counted, body } = read(opened)
    expect([await body, counted]).toEqual(['abc', [3, 3]])
    const { counted: notCounted, body: noBody } = read(open({ headers: { 'content-length': '0' } }))
    expect([await noBody, notCounted]).toEqual(['', []])
  })

  test.each([
    ['10', 'x'.repeat(10)],
    ['9', 'x'.repeat(9)],
  ])('of %s bytes is taken', async (length, text) => {
    const opened = open({ method: 'POST', body: text, headers: { 'content-length': length } })
    expect(await read(opened).body).toBe(text)
  })

  test('is refused by its length before it is read', async () => {
    const { counted, body } = read(open({ method: 'POST', body: 'a', headers: { 'content-length': '11' } }))
    await expect(body).rejects.toThrow(bodyTooLarge(10))
    expect(counted).toEqual([])
  })

  test('is refused as soon as it is too large, and not read on', async () => {
    const opened = openBody()
    const { counted, body } = read(opened)
    opened.push('1234567890')
    opened.push('1')
    await expect(body).rejects.toThrow(bodyTooLarge(10))
    await settled()
    expect([counted, opened.seen.cancelled, opened.runtime.timers]).toEqual([[10], true, 0])
  })

  test('is refused by what counts it', async () => {
    const opened = openBody()
    const full = new HttpError(503, bodyTooLarge(1).error)
    const body = opened.adapter.readBody(limits, {
      countBody: () => {
        throw full
      },
    })
    opened.push('1')
    await expect(body).rejects.toBe(full)
    expect(opened.seen.cancelled).toBe(true)
  })

  test('is waited for as long as the limit says', async () => {
    const opened = openBody()
    let isOver = false
    const { body } = read(opened)
    const refused = expect(body.finally(() => (isOver = true))).rejects.toThrow(bodyTimeout(500))
    opened.push('1')
    await settled()
    opened.runtime.advance(499)
    await settled()
    expect(isOver).toBe(false)
    opened.runtime.advance(1)
    await refused
    expect(opened.seen.cancelled).toBe(true)
  })

  test('that breaks off is the doing of its client', async () => {
    const opened = openBody()
    const { body } = read(opened)
    opened.push('1')
    opened.break()
    await expect(body).rejects.toMatchObject({ name: 'HttpError', status: 400, message: 'The body is not complete' })
  })
})

describe('a reply', () => {
  test('in one piece has its status, headers and body', async () => {
    const { adapter, responses } = open()
    adapter.send(201, { 'x-a': '1' }, 'text')
    const [response] = responses
    expect([response?.status, response?.headers.get('x-a'), await response?.text()]).toEqual([201, '1', 'text'])
  })

  test('to HEAD has no body', async () => {
    const { adapter, responses } = open({ method: 'HEAD' })
    adapter.send(200, {}, 'text')
    expect(await responses[0]?.text()).toBe('')
  })

  test('in pieces has what is written', async () => {
    const { adapter, responses } = open()
    const sink = adapter.open(200, { 'x-a': '1' })
    sink.write('a')
    sink.write('b')
    sink.end()
    const [response] = responses
    expect([response?.status, response?.headers.get('x-a'), await response?.text()]).toEqual([200, '1', 'ab'])
  })
})

describe('the end of a connection', () => {
  const openWithSignal = () => {
    const controller = new AbortController()
    const opened = open({ signal: controller.signal })
    const log: number[] = []
    for (const at of [1, 2]) opened.adapter.onClose(() => log.push(at))
    return { ...opened, log, abort: () => controller.abort() }
  }

  test('is told once to all who asked, and at once to those who ask later', () => {
    const { adapter, log, abort } = openWithSignal()
    expect(log).toEqual([])
    abort()
    expect(log).toEqual([1, 2])
    adapter.onClose(() => log.push(3))
    expect(log).toEqual([1, 2, 3])
  })

  test('that came before is told at once', () => {
    const controller = new AbortController()
    controller.abort()
    const log: string[] = []
    open({ signal: controller.signal }).adapter.onClose(() => log.push('closed'))
    expect(log).toEqual(['closed'])
  })

  test('comes with a reader that leaves its stream, once', async () => {
    const { adapter, log, responses, abort } = openWithSignal()
    adapter.open(200, {})
    await responses[0]?.body?.cancel()
    abort()
    expect(log).toEqual([1, 2])
  })

  test('after a whole reply is told to nobody', () => {
    const { adapter, log, abort } = openWithSignal()
    adapter.send(200, {})
    abort()
    expect(log).toEqual([])
  })
})
