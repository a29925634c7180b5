import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { fetchDocument } from './fetch-document.js'

const url = 'https://as.example/doc?key=a%20secret'

function setUp(answer: (init: RequestInit) => Response | Promise<Response>) {
  const runtime = createManualRuntime()
  const sent: unknown[] = []
  const fetch = async (target: string | URL | Request, init: RequestInit = {}) => {
    sent.push([String(target), init.method, init.redirect])
    return answer(init)
  }
  const read = (init: RequestInit = {}) => fetchDocument(url, init, { fetch, runtime })
  return { runtime, sent, read }
}

const unreachable = (why: string) => ({ code: 'unreachable', message: `https://as.example/doc cannot be read: ${why}` })
const ofStatus = (status: number) => setUp(() => new Response('{}', { status }))

describe('a document', () => {
  test('is read as JSON, and redirects are not followed', async () => {
    const { read, sent, runtime } = setUp(() => Response.json({ a: 1 }))
    expect(await read({ headers: { accept: 'a/b' } })).toEqual({ a: 1 })
    expect([sent, runtime.timers]).toEqual([[[url, undefined, 'manual']], 0])
  })

  test.each([400, 401, 404, 410, 424, 426, 428])('that is got with status %i does not exist', async (status) => {
    expect(await ofStatus(status).read()).toBeUndefined()
  })

  test.each([201, 302, 408, 425, 429, 500, 503])('that is got with status %i cannot be read', async (status) => {
    await expect(ofStatus(status).read()).rejects.toMatchObject(unreachable(`HTTP status ${status}`))
  })

  test('that is posted for does not exist with status 404 alone', async () => {
    expect(await ofStatus(404).read({ method: 'POST' })).toBeUndefined()
    await expect(ofStatus(400).read({ method: 'POST' })).rejects.toMatchObject(unreachable('HTTP status 400'))
  })

  test('that is no JSON cannot be read', async () => {
    const { read } = setUp(() => new Response('<html>'))
    await expect(read()).rejects.toMatchObject(unreachable('its response is not JSON'))
    await expect(setUp(() => new Response(null)).read()).rejects.toMatchObject(unreachable('its response is not JSON'))
  })

  test('may have half a mebibyte', async () => {
    const most = `"${'x'.repeat(512 * 1024 - 2)}"`
    expect(await setUp(() => new Response(most)).read()).toHaveLength(512 * 1024 - 2)
    const { read } = setUp(() => new Response(`${most} `))
    await expect(read()).rejects.toMatchObject(unreachable('it is larger than 524288 bytes'))
  })

  test('that takes longer than five seconds is given up', async () => {
    const { read, runtime } = setUp(({ signal }) => {
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    const reading = read()
    runtime.advance(4_999)
    expect(runtime.timers).toBe(1)
    runtime.advance(1)
    await expect(reading).rejects.toMatchObject({
      code: 'timeout',
      message: 'https://as.example/doc took longer than 5000 ms',
    })
  })
})

describe('the message of a failure', () => {
  const failing = (message: string) =>
    setUp(() => {
      throw new Error(message)
    })

  test('has nothing of what was sent: the query, the fields of the body, credentials', async () => {
    const { read } = failing('key=a%20secret, a secret, b=a+field, a field, c3VwZXI=, ok')
    const init = { method: 'POST', body: 'b=a+field', headers: { authorization: 'Basic c3VwZXI=' } }
    await expect(read(init)).rejects.toMatchObject(unreachable('***, ***, ***, ***, ***, ok'))
  })

  test('has short texts as they are, and an end', async () => {
    await expect(failing('the body b=c').read({ method: 'POST', body: 'b=c' })).rejects.toMatchObject(
      unreachable('the body b=c'),
    )
    await expect(failing('x'.repeat(300)).read()).rejects.toMatchObject(unreachable('x'.repeat(256)))
  })
})
