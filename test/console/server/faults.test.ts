import { serveHttp } from 'omniport/node'
import { afterEach, describe, expect, test } from 'vitest'
import type { Server } from '../../../packages/omniport/src/console/contract.js'
import { server as workshopServer } from './fixtures/workshop.mjs'
import { openTestConsole, type TestConsole, workshop } from './open-test-console.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openWith(kind: 'stdio' | 'HTTP', revision: '2025-11-25' | '2026-07-28'): Promise<TestConsole> {
  const target = kind === 'stdio' ? workshop : await served()
  const opened = await openTestConsole({ servers: { workshop: { target, revision } }, start: ['workshop'] })
  closers.push(() => opened.close())
  await opened.ready('workshop')
  return opened
}

async function served() {
  const { url, close } = await serveHttp(workshopServer, { port: 0 })
  closers.push(close)
  return { url: String(url) }
}

const echo = { text: 'hello' }

/** The state of the server once it satisfies `check`, in events after those that were seen. */
function stateOf(opened: TestConsole, check: (server: Server) => boolean): Promise<Server> {
  const before = opened.events.length
  return opened.until((event) => {
    const isNew = opened.events.indexOf(event) >= before
    return isNew && event.type === 'server' && check(event.server) ? event.server : undefined
  })
}

describe.each<['stdio' | 'HTTP', '2025-11-25' | '2026-07-28', string]>([
  ['stdio', '2026-07-28', 'failed'],
  ['HTTP', '2026-07-28', 'failed'],
  ['HTTP', '2025-11-25', 'done'], // the stream is resumed
])('over %s at %s', (kind, revision, stateAfterCut) => {
  test('a delay makes a call take that long', async () => {
    const opened = await openWith(kind, revision)
    const faults = await opened.act('set-faults', { server: 'workshop', faults: { delayMs: 100 } })
    expect(faults).toMatchObject({ delayMs: 100, stall: false })
    const { state, ms = 0 } = await opened.call('workshop', 'echo', echo)
    expect([state, ms >= 200]).toEqual(['done', true])
  })

  test('a stall holds the answer until it is switched off', async () => {
    const opened = await openWith(kind, revision)
    await opened.act('set-faults', { server: 'workshop', faults: { stall: true } })
    const id = await opened.operate({ kind: 'call', server: 'workshop', tool: 'echo', args: echo })
    await opened.until((event) =>
      event.type === 'messages' && event.records.some(({ kind: of, name }) => of === 'request' && name === 'echo')
        ? true
        : undefined,
    )
    expect((await opened.state()).operations).toMatchObject([{ id, state: 'running' }])
    await opened.act('set-faults', { server: 'workshop', faults: { stall: null } })
    expect((await opened.ended(id)).state).toBe('done')
  })

  test('what comes twice does no harm', async () => {
    const opened = await openWith(kind, revision)
    await opened.act('set-faults', { server: 'workshop', faults: { duplicate: true } })
    expect((await opened.call('workshop', 'wait', { steps: 2, ms: 10 })).state).toBe('done')
    expect((await opened.call('workshop', 'echo', echo)).state).toBe('done')
  })

  test('a cut ends a connection, switches itself off, and the next call works again', async () => {
    const opened = await openWith(kind, revision)
    const id = await opened.operate({ kind: 'call', server: 'workshop', tool: 'wait', args: { steps: 100, ms: 20 } })
    await opened.until((event) => (event.type === 'operation' && event.operation.progress ? true : undefined))
    await opened.act('set-faults', { server: 'workshop', faults: { cutAfter: 1 } })
    expect((await opened.ended(id)).state).toBe(stateAfterCut)
    const [server] = (await opened.state()).servers
    expect(server?.faults.cutAfter).toBeUndefined()
    await opened.act('start-server', { server: 'workshop' })
    expect((await opened.call('workshop', 'echo', echo)).state).toBe('done')
  })
})

test('a 401 of the console fails the call at once', async () => {
  const opened = await openWith('HTTP', '2026-07-28')
  await opened.act('set-faults', { server: 'workshop', faults: { unauthorized: true } })
  const { state, error } = await opened.call('workshop', 'echo', echo)
  expect([state, error?.code]).toEqual(['failed', 'unauthorized'])
  const { records } = await opened.json<{ records: { status?: number }[] }>('/api/1/messages?after=0')
  expect(records.map(({ status }) => status)).toContain(401)
})

test('a session that has expired is opened anew', async () => {
  const opened = await openWith('HTTP', '2025-11-25')
  const off = stateOf(opened, ({ faults }) => !faults.expiredSession && opened.events.length > 0)
  await opened.act('set-faults', { server: 'workshop', faults: { expiredSession: true } })
  expect((await opened.call('workshop', 'echo', echo)).state).toBe('done')
  expect((await off).faults.expiredSession).toBe(false)
  const { records } = await opened.json<{ records: { method?: string; kind: string; status?: number }[] }>(
    '/api/1/messages?after=0',
  )
  expect(records.filter(({ kind, method }) => kind === 'request' && method === 'initialize').length).toBe(2)
  expect(records.map(({ status }) => status)).toContain(404)
})
