import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import type { ManualRuntime } from '#test/support/virtual-runtime.js'
import { createHttpRuntime } from '#test/support/virtual-runtime.js'
import type { HttpOptions } from '../../http-options.js'
import { createHttpSettings } from '../../http-settings.js'
import { createLegacySettings } from '../legacy-settings.js'
import { SealedSessions } from './sealed-session.js'

const secrets = ['a'.repeat(32)]
const session = { revision: '2025-11-25', client: { name: 'c', capabilities: {} } } as const
const ada = { id: 'ada', scopes: [], claims: {} }

interface Node {
  readonly name?: string
  readonly secrets?: readonly string[]
  readonly options?: HttpOptions
  readonly runtime?: ManualRuntime
}

function open({ name, secrets: given = secrets, options, runtime = createHttpRuntime() }: Node = {}) {
  const logger = createRecordingLogger()
  const environment = { runtime, logger, secrets: given, name }
  const settings = createHttpSettings({ serve: async () => undefined, environment }, { sessions: false, ...options })
  return { sessions: new SealedSessions(createLegacySettings(settings)), runtime, logger }
}

describe('the id of a session', () => {
  test('holds the session, at every node with the secrets, under a key of its own', async () => {
    const runtime = createHttpRuntime()
    const [one, other] = [open({ runtime }).sessions, open({ runtime }).sessions]
    const [first, second] = [await one.seal(session, undefined), await one.seal(session, undefined)]
    const opened = await other.open(first, undefined)
    expect(opened).toMatchObject({ ...session, key: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect((await other.open(second, undefined))?.key).not.toBe(opened?.key)
  })

  test('is that of its principal only', async () => {
    const { sessions } = open()
    const [ofAda, ofNobody] = [await sessions.seal(session, ada), await sessions.seal(session, undefined)]
    const opened = [
      sessions.open(ofAda, ada),
      sessions.open(ofAda, { ...ada, id: 'bob' }),
      sessions.open(ofAda, undefined),
      sessions.open(ofNobody, ada),
    ]
    expect((await Promise.all(opened)).map((found) => found !== undefined)).toEqual([true, false, false, false])
  })

  test('is that of its service only', async () => {
    const runtime = createHttpRuntime()
    const id = await open({ name: 'files', runtime }).sessions.seal(session, undefined)
    expect(await open({ name: 'files', runtime }).sessions.open(id, undefined)).toMatchObject(session)
    expect(await open({ name: 'notes', runtime }).sessions.open(id, undefined)).toBeUndefined()
    expect(await open({ runtime }).sessions.open(id, undefined)).toBeUndefined()
  })

  test('ends with the longest time of a session', async () => {
    const { sessions, runtime } = open({ options: { limits: { sessionMs: 1_000 } } })
    const id = await sessions.seal(session, undefined)
    runtime.advance(999)
    expect(await sessions.open(id, undefined)).toMatchObject(session)
    runtime.advance(1)
    expect(await sessions.open(id, undefined)).toBeUndefined()
  })

  test('is as long as a header may be, and no longer', async () => {
    const client = { capabilities: { a: 'x'.repeat(300) } }
    const { length } = await open().sessions.seal({ ...session, client }, undefined)
    const fits = open({ options: { limits: { headerValueBytes: length } } }).sessions
    const id = await fits.seal({ ...session, client }, undefined)
    expect(await fits.open(id, undefined)).toMatchObject({ client })
    const short = open({ options: { limits: { headerValueBytes: length - 1 } } }).sessions
    expect(await short.open(id, undefined)).toBeUndefined()
    await expect(short.seal({ ...session, client }, undefined)).rejects.toMatchObject({
      code: -32602,
      message: 'initialize: the capabilities are too large for a server that keeps no sessions',
    })
  })

  test('of another form is none', async () => {
    expect(await open().sessions.open('x', undefined)).toBeUndefined()
  })
})

test('only a server that others can reach warns of a secret of its own', async () => {
  const logger = createRecordingLogger()
  const openWith = (allowedHosts: readonly string[]) => {
    const environment = { runtime: createHttpRuntime(), logger }
    const settings = createHttpSettings(
      { serve: async () => undefined, environment },
      { sessions: false, allowedHosts },
    )
    return new SealedSessions(createLegacySettings(settings))
  }
  await openWith(['localhost']).seal(session, undefined)
  expect(logger.warnings).toEqual([])
  await openWith(['mcp.example']).seal(session, undefined)
  expect(logger.warnings).toEqual([expect.stringMatching(/^Session ids are sealed with a secret of this process/)])
})
