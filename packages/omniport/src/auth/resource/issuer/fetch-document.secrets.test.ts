import { afterEach, describe, expect, test, vi } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { fetchDocument } from './fetch-document.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

const url = 'https://as.example/doc'
const runtime = createManualRuntime()

/** What is said of a request that fails with these words. */
async function failureOf(words: unknown, target: string, init: RequestInit): Promise<string> {
  const fetch = () => Promise.reject(words)
  return fetchDocument(target, init, { fetch, runtime }).then(String, ({ message }: Error) => message)
}

describe('the message of a failure', () => {
  const messageOf = (text: string) => `https://as.example/doc cannot be read: ${text}`

  test('has secrets of five characters, as any word may be one, and none of six', async () => {
    const failure = new Error('12345 123456')
    expect(await failureOf(failure, `${url}?a=12345&b=123456`, {})).toBe(messageOf('12345 ***'))
    expect(await failureOf(failure, url, { method: 'POST', body: 'a=12345&b=123456' })).toBe(messageOf('12345 ***'))
    expect(await failureOf(failure, url, { headers: { Authorization: '12345 123456' } })).toBe(messageOf('12345 ***'))
  })

  test('has words of a body that is no text', async () => {
    const body = new TextEncoder().encode('a=secret')
    expect(await failureOf(new Error('a=secret'), url, { method: 'POST', body })).toBe(messageOf('a=secret'))
  })

  test('tells also of what is no error', async () => {
    expect(await failureOf(undefined, url, {})).toBe(messageOf('undefined'))
    expect(await failureOf('text', url, {})).toBe(messageOf('undefined'))
  })
})

test('a failure leaves no timer', async () => {
  await failureOf(new Error('x'), url, {})
  expect(runtime.timers).toBe(0)
})

test('a document comes by the fetch of the platform where no other is given', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (target: unknown, init?: RequestInit) => {
    sent.push([target, init?.method])
    return Response.json({ a: 1 })
  })
  expect(await fetchDocument(url, { method: 'GET' }, { fetch: undefined, runtime })).toEqual({ a: 1 })
  expect(sent).toEqual([[url, 'GET']])
})

test('a document that is asked for with GET by name does not exist with any status like 404', async () => {
  const fetch = async () => new Response('{}', { status: 410 })
  expect(await fetchDocument(url, { method: 'GET' }, { fetch, runtime })).toBeUndefined()
})

test('the time for a document holds no process open', async () => {
  const given: unknown[] = []
  const after = (ms: number, _fn: () => void, options?: object) => {
    given.push([ms, options])
    return () => {}
  }
  const fetch = async () => Response.json({})
  await fetchDocument(url, {}, { fetch, runtime: { ...runtime, now: () => 0, after } as typeof runtime })
  expect(given).toEqual([[5_000, { background: true }]])
})
