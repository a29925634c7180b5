import { expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../protocol/limits/limits.js'
import { createMemoryEventLog } from '../../../store/memory/memory-event-log.js'
import { createMemorySessions } from '../../../store/memory/memory-records.js'
import { type RelayedMessage, SseRelay } from './sse-relay.js'

const id = '0123456789abcdef'.repeat(2)
const ann = { id: 'ann', scopes: [], claims: {} }

/** Two nodes that share stores. */
function createNodes() {
  const runtime = new VirtualRuntime()
  const logger = createRecordingLogger()
  const sessions = createMemorySessions({ clock: runtime })
  const eventLog = createMemoryEventLog({ clock: runtime, limits: { ...defaultLimits, eventLogMs: 10_000 } })
  const create = () => new SseRelay({ sessions, eventLog, runtime, logger })
  return { runtime, logger, sessions, eventLog, first: create(), second: create() }
}

/** Opens a stream at a node, and notes what reaches it. */
async function open(relay: SseRelay, principalId?: string) {
  const messages: RelayedMessage[] = []
  const losses: string[] = []
  const close = await relay.open(id, {
    principalId,
    onMessage: (message) => void messages.push(message),
    onLoss: () => void losses.push('lost'),
  })
  return { messages, losses, close }
}

test('what is posted to any node reaches the node that has the stream, once and in order', async () => {
  const { first, second } = createNodes()
  const { messages, close } = await open(first, 'ann')
  for (let value = 1; value <= 20; value += 1) {
    await (value % 2 === 0 ? first : second).send(id, { value, principal: ann })
  }
  await settled()
  expect(messages.map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(messages[0]?.principal).toEqual(ann)
  close()
})

test('a stream is found at every node, by the principal that opened it only', async () => {
  const { first, second } = createNodes()
  const { close } = await open(first, 'ann')
  const asked = [ann, { ...ann, id: 'bob' }, undefined]
  expect(await Promise.all(asked.map((who) => second.find(id, who)))).toEqual([true, false, false])
  expect(await second.find(id.replace('0', '1'), ann)).toBe(false)
  expect(await second.find(`${id}0`, ann)).toBe(false)
  close()
})

test('only what may be the id of a stream is looked for, under a name that no session has', async () => {
  const { runtime, logger, sessions, eventLog } = createNodes()
  const asked: string[] = []
  const get: typeof sessions.get = (name) => {
    asked.push(name)
    return sessions.get(name)
  }
  const create = sessions.create.bind(sessions)
  const relay = new SseRelay({ sessions: { ...sessions, create, get } as typeof sessions, eventLog, runtime, logger })
  for (const other of [`${id}0`, `x${id}`, id.slice(1), id.toUpperCase(), `${id}\n`, '']) {
    expect(await relay.find(other, undefined)).toBe(false)
  }
  expect(asked).toEqual([])
  expect(await relay.find(id, undefined)).toBe(false)
  expect(asked).toEqual([`sse ${id}`])
})

test('a stream is known for as long as its node says so, and a minute longer', async () => {
  const { first, second, runtime } = createNodes()
  const { close } = await open(first)
  await runtime.advance(600_000)
  expect(await second.find(id, undefined)).toBe(true)
  close()
  await settled()
  expect(await second.find(id, undefined)).toBe(false)
})

test('after its end nothing reaches it, and it has no timers', async () => {
  const { first, second, runtime } = createNodes()
  const { messages, losses, close } = await open(first)
  close()
  await settled()
  await second.send(id, { value: 'late' })
  await runtime.advance(60_000)
  expect([messages, losses, runtime.timers]).toEqual([[], [], 0])
})

test('a stream whose messages may be missed is told so, and it is logged', async () => {
  const { runtime, logger } = createNodes()
  const eventLog = {
    append: () => Promise.reject(new Error('away')),
    delete: () => Promise.resolve(),
    read: () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('gone')) }) }),
  }
  const relay = new SseRelay({ sessions: createMemorySessions({ clock: runtime }), eventLog, runtime, logger })
  const { losses, close } = await open(relay)
  await settled()
  expect([losses, logger.errors.map(({ message }) => message)]).toEqual([
    ['lost'],
    ['Messages of an HTTP+SSE stream could not be read'],
  ])
  await expect(relay.send(id, { value: 1 })).rejects.toThrow('away')
  close()
})
