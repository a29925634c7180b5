import { once } from 'node:events'
import { request, Server } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { listenForRedirect } from './listen-for-redirect.js'

interface HttpReply {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

async function get(url: string, { method = 'GET', host }: { method?: string; host?: string } = {}): Promise<HttpReply> {
  const asked = request(url, { method, agent: false, ...(host !== undefined && { headers: { host } }) })
  asked.end()
  const [response] = await once(asked, 'response')
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode, headers: response.headers, text }
}

const forever = new AbortController().signal

test('the whole address that a person came back to is given, and the port is closed', async () => {
  verifies('AUTH-56')
  const wait = await listenForRedirect({ state: 'abc', signal: forever })
  expect(wait.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
  const { status, headers, text } = await get(`${wait.url}?code=%3Cb%3E&state=abc&iss=x`)
  expect(await wait.received).toBe(`${wait.url}?code=%3Cb%3E&state=abc&iss=x`)
  expect([status, headers['content-security-policy'], headers['cache-control']]).toEqual([
    200,
    "default-src 'none'; frame-ancestors 'none'",
    'no-store',
  ])
  expect(text).not.toMatch(/script|<b>|abc/)
  await wait.close()
  await expect(get(wait.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('other machines cannot reach it', async () => {
  verifies('AUTH-56')
  const address = vi.spyOn(Server.prototype, 'address')
  onTestFinished(() => address.mockRestore())
  const wait = await listenForRedirect({ state: 'abc', signal: forever })
  expect(address.mock.results[0]?.value).toEqual({
    address: '127.0.0.1',
    family: 'IPv4',
    port: Number(new URL(wait.url).port),
  })
  await wait.close()
})

test('whatever else comes is refused, and the wait goes on', async () => {
  verifies('AUTH-56')
  const wait = await listenForRedirect({ state: 'abc', signal: forever })
  const answers = [
    await get(`${wait.url}?code=1&state=abd`),
    await get(`${wait.url}?code=1`),
    await get(`${wait.url}?code=1&state=abc&state=abc`),
    await get(`${wait.url}/?state=abc`),
    await get(new URL('/?state=abc', wait.url).href),
    await get(`${wait.url}?code=1&state=abc`, { method: 'POST' }),
    await get(`${wait.url}?code=1&state=abc`, { host: 'rebound.example' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 404, 404, 405, 404])
  await get(`${wait.url}?code=2&state=abc`)
  expect(await wait.received).toBe(`${wait.url}?code=2&state=abc`)
  await wait.close()
})

test('aborting ends the wait with its reason, and closes the port', async () => {
  const controller = new AbortController()
  const wait = await listenForRedirect({ state: 'abc', signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(wait.received).rejects.toThrow('enough')
  await wait.close()
  await expect(get(wait.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(listenForRedirect({ state: 'abc', signal: controller.signal })).rejects.toThrow('enough')
})

test('closing ends the wait', async () => {
  const wait = await listenForRedirect({ state: 'abc', signal: forever })
  await Promise.all([wait.close(), wait.close()])
  await expect(wait.received).rejects.toMatchObject({ code: 'closed' })
})

test('a port that was asked for is listened on, and told where it is taken', async () => {
  const first = await listenForRedirect({ state: 'abc', signal: forever })
  const port = Number(new URL(first.url).port)
  await expect(listenForRedirect({ state: 'abc', port, signal: forever })).rejects.toMatchObject({
    code: 'unauthorized',
    message: `port ${port} of 127.0.0.1 cannot be opened`,
  })
  await first.close()
  const second = await listenForRedirect({ state: 'abc', port, signal: forever })
  expect(second.url).toBe(first.url)
  await second.close()
})

test('connections that say nothing, or half of something, hold nobody up', async () => {
  const wait = await listenForRedirect({ state: 'abc', signal: forever })
  const port = Number(new URL(wait.url).port)
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  const ended = sockets.map((socket) =>
    once(
      socket.on('error', () => {}),
      'close',
    ),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  sockets[1]?.write('GET /callback HTTP/1.1\r\nhost: 127')
  const { status } = await get(`${wait.url}?code=1&state=abc`)
  expect([status, await wait.received]).toEqual([200, `${wait.url}?code=1&state=abc`])
  await wait.close()
  await Promise.all(ended)
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true])
})

test('a person whose return is acted on at once still gets the page', async () => {
  for (let round = 0; round < 20; round += 1) {
    const wait = await listenForRedirect({ state: 'abc', signal: forever })
    const acted = wait.received.then(() => wait.close())
    expect(await get(`${wait.url}?error=access_denied&state=abc`)).toMatchObject({ status: 200 })
    await acted
  }
})

test('connections that cannot be accepted do not end the process', async () => {
  const listening = vi.spyOn(Server.prototype, 'listen')
  onTestFinished(() => listening.mockRestore())
  const wait = await listenForRedirect({ state: 'abc', signal: forever })
  const [server] = listening.mock.contexts as Server[] // whose prototype it is
  for (let round = 0; round < 2; round += 1) server?.emit('error', new Error('accept EMFILE'))
  await get(`${wait.url}?code=1&state=abc`)
  expect(await wait.received).toBe(`${wait.url}?code=1&state=abc`)
  await wait.close()
})
