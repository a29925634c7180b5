import { getEventListeners, once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { defaultRuntime } from '../../../async/runtime/runtime.js'
import { createBrowserLauncher } from './create-browser-launcher.js'
import { listenForRedirect } from './listen-for-redirect.js'

const forever = new AbortController().signal

/** Sends text over a connection of its own, and reads all that comes. */
async function send(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.end(text)
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'close')
  return received
}

const page = (text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Omniport</title><p>${text}</p></html>\n`
const headers = [
  'content-type: text/html; charset=utf-8',
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
  'cache-control: no-store',
  'connection: close',
]

describe('the page', () => {
  test.each<[string, string, string]>([
    ['of a person who came back', 'GET /callback?state=abc', 'You can close this page and go back to the application.'],
    ['of who comes for something else', 'GET /', 'No sign-in is expected here.'],
  ])('%s has a sentence, and loads nothing', async (_, start, text) => {
    const wait = await listenForRedirect({ state: 'abc', signal: forever })
    const { host } = new URL(wait.url)
    const [head = '', body] = (await send(wait.url, `${start} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)).split('\r\n\r\n')
    expect(head.split('\r\n')).toEqual(expect.arrayContaining(headers))
    expect(body).toContain(page(text))
    await wait.close()
  })
})

describe('a redirect', () => {
  test('may name this machine localhost', async () => {
    const wait = await listenForRedirect({ state: 'abc', signal: forever })
    const { port } = new URL(wait.url)
    await send(wait.url, `GET /callback?state=abc&code=1 HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`)
    expect(await wait.received).toBe(`${wait.url}?state=abc&code=1`)
  })

  test('may be long', async () => {
    const wait = await listenForRedirect({ state: 'abc', signal: forever })
    const { host } = new URL(wait.url)
    const query = `?state=abc&code=${'x'.repeat(24_000)}`
    await send(wait.url, `GET /callback${query} HTTP/1.1\r\nhost: ${host}\r\n\r\n`)
    expect(await wait.received).toBe(wait.url + query)
  })

  test.each<[string, (host: string) => string]>([
    ['whose address is a whole URL', (host) => `GET http://${host}/callback?state=abc HTTP/1.1\r\nhost: ${host}`],
    ['without a host', () => 'GET /callback?state=abc HTTP/1.0'],
    ['to another port', () => 'GET /callback?state=abc HTTP/1.1\r\nhost: 127.0.0.1:1'],
    ['without a port', () => 'GET /callback?state=abc HTTP/1.1\r\nhost: 127.0.0.1'],
  ])('%s is none', async (_, toText) => {
    const wait = await listenForRedirect({ state: 'abc', signal: forever })
    expect(await send(wait.url, `${toText(new URL(wait.url).host)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 404 /)
    await wait.close()
  })
})

describe('the end of a wait', () => {
  test('by its signal comes also while the port is being opened', async () => {
    const controller = new AbortController()
    const opening = listenForRedirect({ state: 'abc', signal: controller.signal })
    controller.abort(new Error('enough'))
    const wait = await opening
    await expect(wait.received).rejects.toThrow(new Error('enough'))
    await wait.close()
  })

  test('is told to who waits, and leaves no listener', async () => {
    const { signal } = new AbortController()
    const wait = await listenForRedirect({ state: 'abc', signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    await wait.close()
    expect(getEventListeners(signal, 'abort')).toEqual([])
    await expect(wait.received).rejects.toMatchObject({
      ...{ code: 'closed', message: 'the redirect listener is closed' },
    })
  })
})

test('a port that is taken is told with its reason', async () => {
  const first = await listenForRedirect({ state: 'abc', signal: forever })
  const port = Number(new URL(first.url).port)
  await expect(listenForRedirect({ state: 'abc', port, signal: forever })).rejects.toMatchObject({
    cause: { code: 'EADDRINUSE' },
  })
  await first.close()
})

test('the launcher of this machine opens no address but that of a page, and listens for redirects', async () => {
  const { open, listen } = createBrowserLauncher({ runtime: defaultRuntime })
  await expect(open('file:///etc/passwd')).rejects.toMatchObject({ code: 'unreachable' })
  const wait = await listen({ state: 'abc', signal: forever })
  expect(wait.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  await wait.close()
})
