import { afterEach, describe, expect, test } from 'vitest'
import { beginSession, postModern } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { HttpOptions } from '../http-options.js'

const auth: HttpOptions['auth'] = ({ headers }) => ({ id: headers.get('x-user') ?? '', scopes: [], claims: {} })
const as = (user: string) => ({ headers: { 'x-user': user } })

type OpenStream = (shell: OpenShell, user: string) => Promise<Response>

const streams: readonly (readonly [string, OpenStream])[] = [
  ['a subscription', (shell, user) => postModern(shell, 'subscriptions/listen', { notifications: {} }, as(user))],
  ['the stream of a session', async (shell, user) => (await beginSession(shell, as(user))).get()],
  [
    'a stream of 2024-11-05',
    (shell, user) =>
      shell.send({ method: 'GET', path: '/sse', headers: { accept: 'text/event-stream', ...as(user).headers } }),
  ],
]

describe.each(httpShells)('over $shell', ({ open }) => {
  let shell: OpenShell
  afterEach(() => shell.close())
  const start = async (limits: HttpOptions['limits']) => {
    shell = await open(defineHttpServer().server, { auth, limits })
  }
  /** The status of a reply, and the limit that it names. */
  const refusalOf = async (response: Response) => {
    const { error } = await response.json()
    return [response.status, response.headers.get('retry-after'), error.message]
  }

  test.each(streams)('%s that one principal is refused takes no room from others', async (_name, openStream) => {
    await start({ streams: 3, streamsPerPrincipal: 1 })
    const first = await openStream(shell, 'ada')
    const message = 'Too many at once: the limit streamsPerPrincipal is 1'
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await refusalOf(await openStream(shell, 'ada'))).toEqual([429, '1', message])
    }
    const others = [await openStream(shell, 'bob'), await openStream(shell, 'cleo')]
    expect([first, ...others].map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { body } of [first, ...others]) await body?.cancel()
  })

  test.each(streams)('%s that makes room for another gives its principal its place back', async (_name, openStream) => {
    await start({ streams: 1, streamsPerPrincipal: 1 })
    const bodies: (Response['body'] | undefined)[] = []
    for (const user of ['ada', 'bob', 'ada', 'bob', 'ada']) {
      const { status, body } = await openStream(shell, user)
      expect([user, status]).toEqual([user, 200])
      bodies.push(body)
    }
    for (const body of bodies) await body?.cancel()
  })

  test('a stream that cannot be resumed takes no room', async () => {
    await start({ streams: 1, streamsPerPrincipal: 1 })
    const session = await beginSession(shell, as('ada'))
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const response = await session.get(`${'0'.repeat(16)}_5`)
      expect([response.status, (await response.json()).error.code]).toEqual([400, -32600])
    }
    const opened = await session.get()
    expect(opened.status).toBe(200)
    await opened.body?.cancel()
  })

  test('a subscription that the server refuses takes no room', async () => {
    await start({ streams: 1, streamsPerPrincipal: 1 })
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const response = await postModern(shell, 'subscriptions/listen', { notifications: 'all' }, as('ada'))
      expect((await response.json()).error.code).toBe(-32602)
    }
    const opened = await postModern(shell, 'subscriptions/listen', { notifications: {} }, as('ada'))
    expect(opened.status).toBe(200)
    await opened.body?.cancel()
  })

  test.each(streams)('%s that its client closed makes room for the next', async (_name, openStream) => {
    await start({ streams: 2, streamsPerPrincipal: 1 })
    for (let round = 0; round < 4; round += 1) {
      const opened = await openedAtLast(() => openStream(shell, 'ada'))
      await opened.body?.cancel()
    }
    expect((await openedAtLast(() => openStream(shell, 'ada'))).status).toBe(200)
  })

  test.each(streams)('%s that a principal is refused ends none that is open', async (_name, openStream) => {
    await start({ streams: 2, streamsPerPrincipal: 1 })
    const opened = [await openStream(shell, 'ada'), await openStream(shell, 'bob')]
    expect(opened.map(({ status }) => status)).toEqual([200, 200])
    const message = 'Too many at once: the limit streamsPerPrincipal is 1'
    for (const user of ['ada', 'bob', 'ada']) {
      const refused = await openStream(shell, user)
      expect([user, refused.status]).toEqual([user, 429])
      expect(await refusalOf(refused)).toEqual([429, '1', message])
    }
    for (const { body } of opened) await body?.cancel()
  })
})

/** Opens a stream as soon as there is room: the server hears of a closed connection a little later. */
async function openedAtLast(openStream: () => Promise<Response>): Promise<Response> {
  let response = await openStream()
  while (response.status !== 200) {
    await response.arrayBuffer()
    await settled(1)
    response = await openStream()
  }
  return response
}
