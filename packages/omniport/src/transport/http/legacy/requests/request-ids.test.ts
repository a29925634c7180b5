import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { createHttpRuntime } from '#test/support/virtual-runtime.js'
import { createMemoryInbox } from '../../../../store/memory/memory-inbox.js'
import { RequestIds, type RequestIdsOptions } from './request-ids.js'

const [a, b] = ['a'.repeat(32), 'b'.repeat(32)]

function open(options: Partial<RequestIdsOptions> = {}) {
  const runtime = createHttpRuntime()
  const logger = createRecordingLogger()
  const inbox = createMemoryInbox({ clock: runtime })
  return { inbox, logger, ids: new RequestIds({ runtime, logger, inbox, secrets: [a], ...options }) }
}

describe('an id', () => {
  test('is proven for its session, at every node with the secret', async () => {
    const [one, other] = [open().ids, open({ secrets: [b, a] }).ids]
    const id = await one.create('s')
    expect(id).toMatch(/^[0-9a-f]{96}$/)
    expect([await other.isProven('s', id), await other.isProven('t', id)]).toEqual([true, false])
    expect(await open({ secrets: [b] }).ids.isProven('s', id)).toBe(false)
    expect(await one.isProven('s', await other.create('s'))).toBe(false)
  })

  test('is proven by the keys that nodes of any version derive', async () => {
    const key = Buffer.from(hkdfSync('sha256', a, '', 'omniport question', 32))
    const prove = (nonce: string, session: string) =>
      nonce + createHmac('sha256', key).update(`${nonce} ${session}`).digest('hex')
    const { ids } = open()
    const id = await ids.create('s')
    expect(id).toBe(prove(id.slice(0, 32), 's'))
    expect(await ids.isProven('t', prove('0'.repeat(32), 't'))).toBe(true)
  })

  test('is another each time', async () => {
    const { ids } = open()
    expect(await ids.create('s')).not.toBe(await ids.create('s'))
  })

  test('that was changed, or has another form, is not proven', async () => {
    const { ids } = open()
    const id = await ids.create('s')
    const changed = [0, 31, 32, 95].map((at) => id.slice(0, at) + (id[at] === '0' ? '1' : '0') + id.slice(at + 1))
    const others = [...changed, id.slice(1), `${id}0`, id.toUpperCase(), `${id}\n`, '']
    expect(await Promise.all(others.map((other) => ids.isProven('s', other)))).toEqual(others.map(() => false))
  })

  test('of a session begins where the session ends', async () => {
    const { ids } = open()
    const id = await ids.create('s t')
    expect(await ids.isProven('s', id)).toBe(false)
  })
})

describe('without an inbox, or secrets', () => {
  test.each<[string, Partial<RequestIdsOptions>]>([
    ['an inbox', { inbox: undefined }],
    ['secrets', { secrets: undefined }],
    ['a secret', { secrets: [] }],
  ])('an id is not proven: without %s', async (_name, options) => {
    const { ids } = open(options)
    const id = await ids.create('s')
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect([ids.inbox, await ids.isProven('s', await open().ids.create('s'))]).toEqual([undefined, false])
  })

  test('an inbox that cannot be used is warned of, once', async () => {
    const { ids, logger } = open({ secrets: undefined })
    await ids.create('s')
    await ids.create('s')
    expect(logger.warnings).toEqual([
      'Answers that reach another node are lost: an inbox needs the option secrets: ["…"], the same on all nodes',
    ])
  })

  test('there is nothing to warn of where there is no inbox, or both', async () => {
    const loggers = [open(), open({ inbox: undefined, secrets: undefined })].map(async ({ ids, logger }) => {
      await ids.create('s')
      return logger.warnings
    })
    expect(await Promise.all(loggers)).toEqual([[], []])
  })

  test('the inbox that is used is the one that was given', () => {
    const { ids, inbox } = open()
    expect([ids.inbox === inbox, open({ inbox }).ids.inbox]).toEqual([true, inbox])
  })
})
