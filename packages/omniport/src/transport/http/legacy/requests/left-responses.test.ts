import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { DefineOptions } from '#test/support/define-server.js'
import { beginSession, type ClientSession } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells, type OpenShell } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { Exchange } from '../../../../protocol/exchange/exchange.js'
import type { Inbox } from '../../../../store/inbox.js'
import { createMemoryInbox } from '../../../../store/memory/memory-inbox.js'

const jsonrpc = '2.0'
const secrets = ['s'.repeat(32)]
const clock = { now: () => 0, after: () => () => {} }
const answer = (id: string, result: object = {}) => ({ jsonrpc, id, result })
const toolResult = (text: string) => ({
  jsonrpc,
  id: 1,
  result: { resultType: 'complete', content: [{ type: 'text', text }] },
})

/** Asks, and says what came of it. */
async function asking({ ask }: Exchange): Promise<string> {
  try {
    return JSON.stringify(await ask?.({ method: 'sampling/createMessage' }, { timeoutMs: 1_000 }))
  } catch (error) {
    return (error as Error).message
  }
}

/** An inbox that says what it was given. */
function createWatchedInbox(inbox: Inbox = createMemoryInbox({ clock })) {
  const slots: string[] = []
  const put: Inbox['put'] = (slot, ...rest) => {
    slots.push(slot)
    return inbox.put(slot, ...rest)
  }
  return { slots, inbox: { put, take: inbox.take.bind(inbox) } }
}

describe.each(httpShells)('$shell', ({ open }) => {
  const shells: OpenShell[] = []
  afterEach(async () => {
    for (const shell of shells.splice(0)) await shell.close()
  })

  /** One node of a service, and what its client was asked by the call of `call`. */
  async function start(options: DefineOptions, sessions = false) {
    const { server, logger, runtime, onHook } = defineHttpServer(options)
    onHook(asking)
    const shell = await open(server, { sessions })
    shells.push(shell)
    const call = async (session: ClientSession) => {
      const reader = new SseReader(await session.request('tools/call', { name: 'hook' }))
      const { id } = (await reader.message()) as { readonly id: string }
      return { reader, id }
    }
    /** Posts to this node in a session that another one made. */
    const post = async (session: ClientSession, message: object) => {
      const headers = { ...session.headers, accept: '*/*', 'content-type': 'application/json' }
      return (await shell.send({ headers, body: JSON.stringify(message) })).status
    }
    return { shell, logger, runtime, call, post }
  }

  test.each([
    ['counts where nodes share an inbox', true, '{"far":true}'],
    ['is lost where they do not', false, 'No answer within 1000 ms'],
  ])('an answer that reaches another node %s', async (_name, isShared, expected) => {
    const stores = isShared ? { inbox: createMemoryInbox({ clock }) } : {}
    const [node, other] = [await start({ secrets, stores }), await start({ secrets, stores })]
    const session = await beginSession(node.shell)
    const { reader, id } = await node.call(session)
    const stranger = await beginSession(other.shell)
    expect((await stranger.post(answer(id, { mine: true }))).status).toBe(202)
    expect(await other.post(session, answer(id, { far: true }))).toBe(202)
    if (!isShared) node.runtime.advance(1_000)
    expect((await reader.messages()).at(-1)).toEqual(toolResult(expected))
  })

  test('an answer counts although the secret is not the first any more', async () => {
    const stores = { inbox: createMemoryInbox({ clock }) }
    const node = await start({ secrets, stores })
    const other = await start({ secrets: ['t'.repeat(32), ...secrets], stores })
    const session = await beginSession(node.shell)
    const { reader, id } = await node.call(session)
    await other.post(session, answer(id, { far: true }))
    expect((await reader.messages()).at(-1)).toEqual(toolResult('{"far":true}'))
  })

  test.each([{ sessions: true }, { sessions: false }])(
    'nothing is left for what nobody asked, but an answer that comes twice: sessions $sessions',
    async ({ sessions }) => {
      verifies('SEC-08')
      const { slots, inbox } = createWatchedInbox()
      const node = await start({ secrets, stores: { inbox } }, sessions)
      const [session, same] = [await beginSession(node.shell), await beginSession(node.shell)]
      const { reader, id } = await node.call(session)
      const changed = (id.startsWith('0') ? '1' : '0') + id.slice(1)
      const forged = ['a'.repeat(32), 'a'.repeat(96), changed, id.slice(0, 32), id.toUpperCase(), `${id}0`]
      for (const name of forged) expect((await session.post(answer(name))).status).toBe(202)
      expect((await same.post(answer(id))).status).toBe(202)
      await session.post(answer(id, { mine: true }))
      expect(await reader.messages()).toEqual([toolResult('{"mine":true}')])
      await session.post(answer(id))
      while (slots.length === 0) await settled(1)
      expect(slots).toEqual([expect.stringMatching(new RegExp(`/${id}$`))])
    },
  )

  test('nor for a question of another session, at another node', async () => {
    const { slots, inbox } = createWatchedInbox()
    const [node, other] = [await start({ secrets, stores: { inbox } }), await start({ secrets, stores: { inbox } })]
    const session = await beginSession(node.shell)
    const { reader, id } = await node.call(session)
    const stranger = await beginSession(other.shell)
    for (let time = 0; time < 3; time += 1) await stranger.post(answer(id))
    await other.post(session, answer(id))
    expect(await reader.messages()).toEqual([toolResult('{}')])
    expect(slots).toEqual([expect.stringMatching(new RegExp(`/${id}$`))])
  })

  test('the id of a question is new every time, and says 128 random bits', async () => {
    const node = await start({ secrets, stores: { inbox: createMemoryInbox({ clock }) } })
    const session = await beginSession(node.shell)
    const nonces = new Set<string>()
    for (let time = 0; time < 3; time += 1) {
      const { reader, id } = await node.call(session)
      expect(id).toMatch(/^[0-9a-f]{96}$/)
      nonces.add(id.slice(0, 32))
      await session.post(answer(id))
      await reader.messages()
    }
    expect(nonces.size).toBe(3)
  })

  test('without secrets no other node can know a question: nothing is left, and one warning says so', async () => {
    const { slots, inbox } = createWatchedInbox()
    const node = await start({ stores: { inbox } }, true)
    for (let time = 0; time < 2; time += 1) {
      const session = await beginSession(node.shell)
      const { reader, id } = await node.call(session)
      await session.post(answer('a'.repeat(32)))
      await session.post(answer(id))
      expect(await reader.messages()).toEqual([toolResult('{}')])
    }
    await settled(20)
    expect(slots).toEqual([])
    expect(node.logger.warnings).toEqual([expect.stringMatching(/^Answers that reach another node .* secrets/)])
  })

  test('an inbox that takes no more is reported, and the answer accepted all the same', async () => {
    const stores = { inbox: createMemoryInbox({ clock, maxEntries: 0 }) }
    const [node, other] = [await start({ secrets, stores }), await start({ secrets, stores })]
    const session = await beginSession(node.shell)
    const { reader, id } = await node.call(session)
    expect(await other.post(session, answer(id))).toBe(202)
    while (other.logger.errors.length === 0) await settled(1)
    expect(other.logger.errors.map(({ message }) => message)).toEqual(['An answer could not be left for other nodes'])
    await session.post(answer(id))
    expect(await reader.messages()).toEqual([toolResult('{}')])
    expect(node.logger.errors).toEqual([])
  })

  test('an inbox that cannot be read is reported, and an answer that arrives here counts', async () => {
    const broken = new Error('The inbox is gone')
    const inbox: Inbox = { put: async () => true, take: () => Promise.reject(broken) }
    const node = await start({ secrets, stores: { inbox } })
    const session = await beginSession(node.shell)
    const { reader, id } = await node.call(session)
    await session.post(answer(id))
    expect(await reader.messages()).toEqual([toolResult('{}')])
    expect(node.logger.errors).toEqual([{ message: 'Answers that reach other nodes cannot be taken', error: broken }])
  })
})
