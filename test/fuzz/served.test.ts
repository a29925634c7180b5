import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import { encodeMessage } from '../../packages/omniport/src/jsonrpc/messages/encode-message.js'
import { isId } from '../../packages/omniport/src/jsonrpc/messages/is-id.js'
import { parseMessage } from '../../packages/omniport/src/jsonrpc/messages/parse-message.js'
import { ServedConnection } from '../../packages/omniport/src/transport/connection/served-connection.js'
import { isObject } from '../../packages/omniport/src/values/json/is-object.js'
import { settled } from '../support/virtual-runtime.js'
import { fuzz } from './fuzz.js'
import { idGivenUp, idToAnswer, message, modernMeta } from './messages.js'
import { createSubject } from './subject.js'

const subject = createSubject()
afterAll(() => subject.close())

type Opening = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28' | 'nothing'

/** All that a server sends to a client that sends `values`, up to the end of the connection: each text as it travels. */
async function answersTo(values: readonly unknown[], opening: Opening): Promise<unknown[]> {
  const sent: unknown[] = []
  const connection = new ServedConnection(subject.server, {
    send: (message) => {
      const text = encodeMessage(message)
      sent.push(JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text)))
    },
  })
  for (const value of openings(opening)) connection.receive(value)
  await settled(1)
  sent.length = 0
  for (const value of values) connection.receive(value)
  await settled(2)
  await subject.pass(connection.end(10))
  expect(subject.problems()).toEqual([])
  return sent
}

function openings(opening: Opening): object[] {
  const jsonrpc = '2.0'
  if (opening === 'nothing') return []
  if (opening === '2026-07-28')
    return [{ jsonrpc, id: 'open', method: 'server/discover', params: { _meta: modernMeta } }]
  const params = { protocolVersion: opening, capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  return [
    { jsonrpc, id: 'open', method: 'initialize', params },
    { jsonrpc, method: 'notifications/initialized' },
  ]
}

/**
 * Requests may go without an answer where they were given up, or last as long as the connection. What came in an array counts
 * as answered however often: see the property of batches.
 */
function expectAnswers(values: readonly unknown[], sent: readonly unknown[]): void {
  const parts = sent.flat()
  for (const part of parts) parseMessage(part)
  const givenUp = values.map(idGivenUp)
  const asked = values.flatMap((value) => {
    const id = idToAnswer(value)
    return id === undefined ? [] : [{ id, mayLast: isLasting(value) || givenUp.includes(id) }]
  })
  const answered = parts.filter((part) => isObject(part) && !('method' in part)) as { id?: unknown }[]
  const batched = values.filter(Array.isArray).flat().map(idToAnswer)
  for (const id of new Set(asked.map(({ id }) => id))) {
    if (batched.includes(id)) continue
    const all = asked.filter((request) => request.id === id)
    const count = answered.filter((response) => response.id === id).length
    expect([id, count]).toEqual([
      id,
      Math.min(all.length, Math.max(count, all.filter(({ mayLast }) => !mayLast).length)),
    ])
  }
  const known = [...asked.map(({ id }) => id), ...batched, undefined]
  expect(answered.filter(({ id }) => !known.includes(id as string))).toEqual([])
  const nameless = values.filter((value) => idToAnswer(value) === undefined && !isAnswer(value)).length
  expect(answered.filter(({ id }) => id === undefined).length).toBeLessThanOrEqual(nameless)
}

/** A subscription lasts; so does what waits until it is given up. */
function isLasting(value: unknown): boolean {
  return isObject(value) && value['method'] === 'subscriptions/listen'
}

function isAnswer(value: unknown): boolean {
  return isObject(value) && !('method' in value) && ('result' in value || 'error' in value)
}

const messages = fc.array(message, { minLength: 1, maxLength: 6 })
const opening = fc.constantFrom<Opening[]>('2024-11-05', '2025-06-18', '2025-11-25', '2026-07-28', 'nothing')

fuzz(
  'whatever a client sends, each request gets one answer, and nothing else is answered',
  fc.asyncProperty(messages, opening, async (values, opening) => {
    expectAnswers(values, await answersTo(values, opening))
  }),
)

fuzz(
  'whatever is in a batch, each request in it gets one answer',
  fc.asyncProperty(
    fc.array(message, { maxLength: 8 }),
    fc.constantFrom<Opening[]>('2025-03-26', '2025-11-25', '2026-07-28'),
    async (values, opening) => {
      const sent = await answersTo([values], opening)
      for (const part of sent.flat()) parseMessage(part)
      const responses = sent.flat().filter((part) => isObject(part) && !('method' in part)) as { id?: unknown }[]
      const givenUp = values.map(idGivenUp)
      const requests = values.filter(
        (value) => isObject(value) && typeof value['method'] === 'string' && isId(value['id']),
      )
      for (const value of requests as { id: unknown }[]) {
        const count = responses.filter(({ id }) => id === value.id).length
        const least = isLasting(value) || givenUp.includes(value.id) ? 0 : 1
        const most = values.filter((other) => idToAnswer(other) === value.id).length
        expect([value.id, count]).toEqual([value.id, Math.max(least, Math.min(count, most))])
      }
      const known = values.map(idToAnswer)
      expect(responses.filter(({ id }) => id !== undefined && !known.includes(id as string))).toEqual([])
    },
  ),
)
