import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { defaultLimits } from '../../../../protocol/limits/limits.js'
import type { EventLog } from '../../../../store/event-log.js'
import { createMemoryEventLog } from '../../../../store/memory/memory-event-log.js'
import { openContext } from '../../requests/fixtures/http-context.js'
import { openLegacySettings } from '../fixtures/legacy-settings.js'
import { newRecord } from '../fixtures/open-session.js'
import { HttpSession } from '../sessions/http-session.js'
import type { SessionRecord } from '../sessions/session-record.js'
import { ResumableResponse } from './resumable-response.js'

const message = { jsonrpc: '2.0', method: 'notifications/x' } as const
const data = JSON.stringify(message)

function open(record: Partial<SessionRecord> = {}, wrap: (log: EventLog) => EventLog = (log) => log) {
  const { runtime } = openLegacySettings()
  const eventLog = wrap(createMemoryEventLog({ clock: runtime, limits: defaultLimits }))
  const { settings, logger } = openLegacySettings({ eventLog }, { runtime })
  const session = new HttpSession('s', { ...newRecord, ...record }, settings)
  const opened = openContext()
  const textOf = () => (opened.sent[0]?.pieces ?? [opened.sent[0]?.body]).join('')
  return { ...opened, sessionLogger: logger, session, textOf, response: new ResumableResponse(session) }
}

/** The text of a stream, with the positions of its ids left out. */
const withoutPositions = (text: string) => text.replace(/^id: [0-9a-f]{16}_\S+$/gm, 'id: …')

describe('a whole stream', () => {
  test('has an empty event first, and ids, where its client expects that', async () => {
    const { response, context, textOf, sent } = open()
    response.sendComplete(context, data)
    expect(sent).toEqual([])
    await settled()
    expect(withoutPositions(textOf())).toBe(`id: …\ndata: \n\nid: …\ndata: ${data}\n\n`)
  })

  test('has its event alone for older clients', async () => {
    const { response, context, textOf } = open({ revision: '2025-06-18' })
    response.sendComplete(context, data)
    await settled()
    expect(withoutPositions(textOf())).toBe(`id: …\ndata: ${data}\n\n`)
  })

  test('has no ids where the log does not take it, and is waited for until it is sent', async () => {
    const failing = (log: EventLog): EventLog => ({
      append: () => Promise.reject(new Error('full')),
      read: (name, after, signal) => log.read(name, after, signal),
      delete: (name) => log.delete(name),
    })
    const { response, context, textOf } = open({}, failing)
    response.sendComplete(context, data)
    let isIdle = false
    void context.concurrency.idle().then(() => {
      isIdle = true
    })
    await Promise.resolve()
    expect(isIdle).toBe(false)
    await settled()
    expect([textOf(), isIdle]).toEqual([`data: ${data}\n\n`, true])
  })
})

describe('a stream that is open', () => {
  test('has what is written, until its end', async () => {
    const { response, context, textOf, sent, session } = open()
    const writer = response.open(context)
    writer.write(message)
    await settled()
    expect(withoutPositions(textOf())).toBe(`id: …\ndata: \n\nid: …\ndata: ${data}\n\n`)
    expect([sent[0]?.isEnded, session.isBusy]).toEqual([undefined, true])
    writer.end()
    await settled()
    expect([sent[0]?.isEnded, session.isBusy]).toEqual([true, false])
  })

  test('goes on without its connection, which may be closed for a while', async () => {
    const { response, context, textOf, sent, session } = open()
    const writer = response.open(context)
    writer.suspend?.(5)
    await settled()
    expect(withoutPositions(textOf())).toBe('id: …\ndata: \n\nretry: 5\ndata: \n\n')
    expect([sent[0]?.isEnded, session.isBusy]).toEqual([true, false])
    writer.write(message)
    writer.end()
    const [, key = ''] = /^id: ([0-9a-f]{16})_/.exec(textOf()) ?? []
    const all: string[] = []
    for await (const event of session.streams.stream(key).read('', new AbortController().signal)) all.push(event.data)
    expect(all).toEqual(['', data])
  })

  test('is not read any more when its connection is gone', async () => {
    const { response, context, hangUp, session } = open()
    response.open(context)
    await settled()
    hangUp()
    await settled()
    expect(session.isBusy).toBe(false)
  })

  test('that cannot be read is logged', async () => {
    const error = new Error('away')
    const failing = (log: EventLog): EventLog => ({
      append: (name, event) => log.append(name, event),
      delete: (name) => log.delete(name),
      read: async function* () {
        yield* []
        throw error
      },
    })
    const { response, context, logger } = open({}, failing)
    response.open(context)
    await settled()
    expect(logger.errors).toEqual([{ message: 'A stream could not be read', error }])
  })
})

test('an answer has status 200', () => {
  expect(open().response.statusOf()).toBe(200)
})
