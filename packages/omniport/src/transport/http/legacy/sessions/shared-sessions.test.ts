import { expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { createMemoryBus } from '../../../../store/memory/memory-bus.js'
import { createMemorySessions } from '../../../../store/memory/memory-records.js'
import type { Sessions } from '../../../../store/sessions.js'
import type { LegacySettings } from '../legacy-settings.js'
import { HttpSession } from './http-session.js'
import { SessionMessages } from './session-messages.js'
import { type SharedSession, SharedSessions } from './shared-sessions.js'

const id = '0123456789abcdef'.repeat(2)

/** Nodes that share sessions. Each has a copy of one session. */
async function createNodes(wrap: (store: Sessions) => Sessions = (store) => store) {
  const runtime = new VirtualRuntime({ randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)) })
  const logger = createRecordingLogger()
  const store = wrap(createMemorySessions({ clock: runtime }))
  const bus = createMemoryBus()
  const create = () => {
    const sessionMessages = new SessionMessages(bus, runtime)
    const settings = { runtime, logger, sessionIdleMs: 600_000, sessionMessages } as object as LegacySettings // all that is read here
    const record = { revision: '2025-11-25', client: { capabilities: {} }, createdAt: runtime.now() } as const
    const session = new HttpSession(id, record, settings)
    const received: string[] = []
    sessionMessages.listen((_id, message) => {
      received.push(message.type)
      if (message.type !== 'ended') session.receive(message)
    })
    const shareable: SharedSession = { session, savedAt: undefined, checkedAt: runtime.now() }
    return { session, received, shareable, shared: new SharedSessions(settings, store) }
  }
  const [first, second] = [create(), create()]
  await first.shared.create(first.session)
  second.session.sync((await second.shared.read(id)) ?? expect.unreachable('it was created'))
  return { runtime, logger, store, first, second }
}

test('what changes at one node is known at the other, and in the record, when it is saved', async () => {
  const { first, second } = await createNodes()
  first.session.logLevel = 'error'
  first.session.subscriptions.add('a')
  expect(await first.shared.save(first.session)).toBe(true)
  await settled()
  expect([second.session.logLevel, [...second.session.subscriptions]]).toEqual(['error', ['a']])
  expect(await second.shared.read(id)).toMatchObject({ logLevel: 'error', subscriptions: ['a'] })
})

test('nodes that save at once lose nothing of each other', async () => {
  const { first, second } = await createNodes()
  const saved: Promise<boolean>[] = []
  for (let count = 0; count < 10; count += 1) {
    first.session.subscriptions.add(`first ${count}`)
    second.session.subscriptions.add(`second ${count}`)
    saved.push(first.shared.save(first.session), second.shared.save(second.session))
  }
  expect(new Set(await Promise.all(saved))).toEqual(new Set([true]))
  await settled()
  const { subscriptions = [] } = (await first.shared.read(id)) ?? {}
  expect(subscriptions).toHaveLength(20)
  expect([new Set(first.session.subscriptions), new Set(second.session.subscriptions)]).toEqual([
    new Set(subscriptions),
    new Set(subscriptions),
  ])
})

test('a save that changes nothing is told to nobody', async () => {
  const { first, second } = await createNodes()
  await first.shared.save(first.session)
  await settled()
  expect(second.received).toEqual([])
})

test('a session that was deleted is not saved again, and the other node hears of it', async () => {
  const { first, second } = await createNodes()
  await first.shared.delete(first.session)
  await settled()
  expect(second.received).toEqual(['ended'])
  second.session.subscriptions.add('a')
  expect([await second.shared.save(second.session), await first.shared.read(id)]).toEqual([false, undefined])
})

test('a record is read again when a message may be lost, and written again before it ends', async () => {
  const { runtime, store, first, second } = await createNodes()
  const stored = (await store.get(id)) ?? expect.unreachable('it was created')
  const changed = { ...(stored.value as object), subscriptions: ['unheard'] }
  await store.replace(id, stored.version, changed, 900_000)
  expect(await second.shared.keep(second.shareable, 5_000)).toBe(true)
  expect([...second.session.subscriptions]).toEqual([])
  await runtime.advance(5_000)
  expect(await second.shared.keep(second.shareable, 5_000)).toBe(true)
  expect([...second.session.subscriptions]).toEqual(['unheard'])
  for (let time = 0; time < 4; time += 1) {
    await runtime.advance(300_000)
    expect(await first.shared.keep(first.shareable, 5_000)).toBe(true)
  }
  expect(await second.shared.read(id)).toMatchObject({ subscriptions: ['unheard'] })
})

test('of a subscription that no message told of, changes count as missed', async () => {
  const { runtime, store, second } = await createNodes()
  const missed: unknown[] = []
  second.session.onMissed((changes) => void missed.push(changes))
  const stored = (await store.get(id)) ?? expect.unreachable('it was created')
  await store.replace(id, stored.version, { ...(stored.value as object), subscriptions: ['unheard'] }, 900_000)
  await runtime.advance(5_000)
  await second.shared.keep(second.shareable, 5_000)
  await runtime.advance(5_000)
  await second.shared.keep(second.shareable, 5_000)
  expect(missed).toEqual([{ lists: false, resources: ['unheard'] }])
})

test('a store that fails ends no session, and is reported', async () => {
  let isAway = false
  const { runtime, logger, first } = await createNodes((store) => ({
    create: (...args) => store.create(...args),
    get: (name) => (isAway ? Promise.reject(new Error('away')) : store.get(name)),
    replace: (...args) => store.replace(...args),
    delete: (name) => store.delete(name),
    lease: (...args) => store.lease(...args),
  }))
  isAway = true
  await runtime.advance(5_000)
  expect(await first.shared.keep(first.shareable, 5_000)).toBe(true)
  await runtime.advance(300_000)
  expect(await first.shared.keep(first.shareable, 5_000)).toBe(true)
  expect(logger.errors.map(({ message }) => message)).toEqual([
    'A session could not be read',
    'A session could not be saved',
  ])
  await expect(first.shared.save(first.session)).rejects.toThrow('away')
})
