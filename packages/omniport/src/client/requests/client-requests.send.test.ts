import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ConnectOptions } from '../connect-options.js'
import { startRequests as start } from './fixtures/start-requests.js'
import { RequestLost, SessionForgotten } from './request-lost.js'

const ok = () => ({ content: [] })
const lost = new RequestLost('The connection broke')

describe('a request', () => {
  test('has the times of the client, unless it has its own', async () => {
    const { requests, sent } = start(ok, { options: { timeoutMs: 1, maxTimeoutMs: 2 } })
    await requests.send({ method: 'x/y', params: { a: 1 } })
    const { signal } = new AbortController()
    await requests.send({ method: 'x/y', options: { timeoutMs: 3, maxTimeoutMs: 4, signal, meta: { b: 1 } } })
    expect(sent).toMatchObject([
      ['x/y', { a: 1 }, { timeoutMs: 1, maxTimeoutMs: 2, wantsProgress: false }],
      ['x/y', undefined, { timeoutMs: 3, maxTimeoutMs: 4, signal, meta: { b: 1 } }],
    ])
    expect(sent[0]?.[2].onNotification).toBeUndefined()
  })

  test('passes on how it is read, and the id that it gets', async () => {
    const ids: unknown[] = []
    const normalise = (result: unknown) => result
    const onId = (id: unknown) => ids.push(id)
    const { requests, sent, services } = start(ok)
    await requests.send({ method: 'tools/call', normalise, onId })
    expect(sent[0]?.[2]).toMatchObject({ normalise, onId, resultTypes: services.extensions.resultTypes })
  })

  test('may ask for progress', async () => {
    const reports: unknown[] = []
    const { requests, sent } = start(ok)
    await requests.send({ method: 'x/y', options: { onProgress: (progress) => reports.push(progress) } })
    const [, , given] = sent[0] ?? []
    given?.onNotification?.({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 1, progress: 2 },
    })
    expect([given?.wantsProgress, reports]).toEqual([true, [{ progress: 2 }]])
  })

  test('with an option that does not exist is a mistake', async () => {
    const { requests, sent } = start(ok)
    const options = { timeout: 1 } as object
    await expect(requests.send({ method: 'x/y', options })).rejects.toThrow(TypeError)
    expect(sent).toEqual([])
  })

  test('knows its connection', () => {
    const of = (mirrorsArguments?: boolean) => {
      const { requests } = start(ok, mirrorsArguments === undefined ? {} : { mirrorsArguments })
      return [requests.mirrorsArguments, requests.canMirrorArguments]
    }
    expect([of(), of(false), of(true)]).toEqual([
      [false, false],
      [false, true],
      [true, true],
    ])
    const { requests, connection } = start(ok, { capabilities: { tools: {} } })
    expect([requests.profile, requests.declares('tools'), requests.declares('toString')]).toEqual([
      connection.profile,
      true,
      false,
    ])
  })
})

describe('without the capability', () => {
  test.each<[Revision, string, string]>([
    ['2026-07-28', 'tools/call', 'tools'],
    ['2026-07-28', 'tools/list', 'tools'],
    ['2026-07-28', 'resources/templates/list', 'resources'],
    ['2026-07-28', 'prompts/get', 'prompts'],
    ['2026-07-28', 'completion/complete', 'completions'],
    ['2025-11-25', 'logging/setLevel', 'logging'],
    ['2025-11-25', 'tasks/get', 'tasks'],
  ])('%s: %s is not sent', async (revision, method, capability) => {
    const { requests, sent } = start(ok, { revision, capabilities: {} })
    await expect(requests.send({ method } as { method: string })).rejects.toThrow(
      new OmniportError(
        'unsupported',
        `The server did not declare the capability ${capability}: ${method} is not sent`,
      ),
    )
    const declared = start(ok, { revision, capabilities: { [capability]: {} } })
    await declared.requests.send({ method } as { method: string })
    expect([sent, declared.methods()]).toEqual([[], [method]])
  })

  test.each<[Revision, string]>([
    ['2026-07-28', 'ping'],
    ['2026-07-28', 'x/y'],
    ['2026-07-28', 'logging/setLevel'],
    ['2026-07-28', 'tasks/get'],
    ['2026-07-28', 'skills/list'],
    ['2024-11-05', 'completion/complete'],
  ])('%s: %s is sent', async (revision, method) => {
    const { requests, methods } = start(ok, { revision, capabilities: {} })
    await requests.send({ method } as { method: string })
    expect(methods()).toEqual([method])
  })
})

describe('a response that is lost', () => {
  const declared = { tools: {}, prompts: {}, resources: {}, completions: {} }

  test.each([
    ...['tools/list', 'prompts/list', 'prompts/get', 'resources/list', 'resources/templates/list', 'resources/read'],
    ...['resources/directory/read', 'skills/list', 'skills/get', 'completion/complete', 'ping', 'server/discover'],
    ...['tasks/get', 'tasks/result', 'tasks/list', 'tasks/update', 'tasks/cancel'],
  ])('is asked for again where that changes nothing: %s', async (method) => {
    const { requests, methods } = start((_method, count) => (count < 3 ? lost : ok()), { capabilities: declared })
    expect(await requests.send({ method } as { method: string })).toEqual(ok())
    expect(methods()).toEqual([method, method, method])
    const never = start(() => lost, { capabilities: declared })
    await expect(never.requests.send({ method } as { method: string })).rejects.toBe(lost)
    expect(never.sent.length).toBe(3)
  })

  test.each(['tools/call', 'x/y'])('is not asked for again where something may have been done: %s', async (method) => {
    const { requests, methods } = start(() => lost)
    await expect(requests.send({ method } as { method: string })).rejects.toBe(lost)
    expect(methods()).toEqual([method])
  })

  test('is not asked for again for another error, or for one who gave up', async () => {
    const refused = new RpcError(-32603, 'Internal error')
    const { requests, sent } = start(() => refused)
    await expect(requests.send({ method: 'tools/list' })).rejects.toBe(refused)
    const gone = new AbortController()
    const left = start(() => {
      gone.abort(new Error('enough'))
      return lost
    })
    await expect(left.requests.send({ method: 'tools/list', options: { signal: gone.signal } })).rejects.toBe(lost)
    expect([sent.length, left.sent.length]).toEqual([1, 1])
  })
})

describe('a call that was refused since its session is not known', () => {
  const forgotten = new SessionForgotten('The session is not known')

  test('is sent once more when the session has ended', async () => {
    const { requests, sent, close } = start((_method, count) => (count === 1 ? forgotten : ok()))
    const sending = requests.send({ method: 'tools/call', params: { name: 'x' } })
    await settled()
    expect(sent.length).toBe(1)
    close(undefined)
    expect(await sending).toEqual(ok())
    expect(sent.map(([method, params, { isSentAgain }]) => [method, params, isSentAgain])).toEqual([
      ['tools/call', { name: 'x' }, undefined],
      ['tools/call', { name: 'x' }, true],
    ])
  })

  test('is not sent again with autoRefresh: false, and fails when the session has ended', async () => {
    const { requests, methods, close } = start(() => forgotten, { options: { autoRefresh: false } })
    let isOver = false
    const failed = expect(
      requests.send({ method: 'tools/call' }).finally(() => {
        isOver = true
      }),
    ).rejects.toBe(forgotten)
    await settled()
    expect(isOver).toBe(false)
    close(undefined)
    await failed
    expect(methods()).toEqual(['tools/call'])
  })

  test.each(['x/y', 'resources/subscribe'])(
    'is sent once more all the same if it calls no tool: %s',
    async (method) => {
      const given = { options: { autoRefresh: false }, capabilities: { resources: {} } }
      const { requests, methods, close } = start((_method, count) => (count === 1 ? forgotten : ok()), given)
      close(undefined)
      expect(await requests.send({ method } as { method: string })).toEqual(ok())
      expect(methods()).toEqual([method, method])
    },
  )

  test('is not sent a third time', async () => {
    const { requests, sent, close } = start(() => forgotten)
    close(undefined)
    await expect(requests.send({ method: 'tools/call' })).rejects.toBe(forgotten)
    expect(sent.length).toBe(2)
  })

  test('is not sent again for one who gave up', async () => {
    const gone = new AbortController()
    const { requests, sent, close } = start(() => forgotten)
    const failed = expect(requests.send({ method: 'tools/call', options: { signal: gone.signal } })).rejects.toThrow(
      'enough',
    )
    await settled()
    gone.abort(new Error('enough'))
    close(undefined)
    await failed
    expect(sent.length).toBe(1)
  })
})

describe('while there is no connection', () => {
  test('a request waits for the next one', async () => {
    const { requests, sent, goDown } = start(ok)
    const comeBack = goDown()
    const sending = requests.send({ method: 'tools/call' })
    await settled()
    expect(sent).toEqual([])
    comeBack()
    expect(await sending).toEqual(ok())
  })

  test('it waits as long as it may, or until the caller gives up', async () => {
    const { requests, goDown, runtime } = start(ok, { options: { timeoutMs: 1_000 } })
    goDown()
    const failed = expect(requests.ready()).rejects.toMatchObject({ code: 'timeout' })
    const own = expect(requests.ready({ timeoutMs: 2_000 })).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(1_000)
    await failed
    expect(runtime.timers).toBe(1)
    await runtime.advance(1_000)
    await own
    await expect(requests.ready({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
  })
})

describe('a request for one server', () => {
  test('is not sent to another', async () => {
    const { requests, sent, connection } = start(ok)
    const { profile } = connection
    await requests.send({ method: 'x/y', profile })
    await expect(requests.send({ method: 'x/y', profile: profileOf('2025-11-25') })).rejects.toThrow(
      new OmniportError('closed', 'The server is another now: x/y is of no use to it'),
    )
    expect(sent.length).toBe(1)
  })
})

describe('a result that asks for input', () => {
  const asking = { resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } } }
  const options = { roots: [] }

  test('is answered, and leads to another', async () => {
    const { requests, sent } = start((_method, count) => (count === 1 ? asking : ok()), { options })
    let roundTrips = 0
    const onRoundTrip = () => {
      roundTrips += 1
    }
    expect(await requests.send({ method: 'tools/call', params: { name: 'x' }, onRoundTrip })).toEqual(ok())
    expect([sent[1]?.[1], roundTrips]).toEqual([{ name: 'x', inputResponses: { a: { roots: [] } } }, 1])
  })

  test('is an error for a client that answers nothing itself, unless it wants it as it is', async () => {
    const { requests } = start(() => asking, { options, autoAnswer: false })
    await expect(requests.send({ method: 'tools/call' })).rejects.toThrow(
      new OmniportError(
        'unsupported',
        'The server asks for input before it answers tools/call: with autoAnswer: false only `request` gives that result',
      ),
    )
    expect(await requests.send({ method: 'tools/call', raw: true })).toBe(asking)
  })

  test('is a plain result in a revision without such', async () => {
    const { requests } = start(() => asking, { options, revision: '2025-11-25' })
    expect(await requests.send({ method: 'tools/call' })).toBe(asking)
  })
})

describe('a result of an extension', () => {
  const later = { resultType: 'later', ticket: 7 }
  const resultTypes = { later: { methods: ['tools/call'], run: async () => ({ content: [] }) } }
  const options: ConnectOptions = { extensions: { 'com.example/x': { resultTypes } } }

  test('leads to what the extension makes of it, or to what the caller does', async () => {
    const { requests } = start(() => later, { options })
    expect(await requests.send({ method: 'tools/call' })).toEqual({ content: [] })
    const taken: unknown[] = []
    const onExtensionResult = async (extensionResult: unknown) => {
      taken.push(extensionResult)
      return { mine: 1 }
    }
    expect(await requests.send({ method: 'tools/call', onExtensionResult })).toEqual({ mine: 1 })
    expect(taken).toMatchObject([{ type: 'extension', resultType: 'later', result: later }])
  })

  test('counts as a round trip, and is given as it is to who answers nothing itself', async () => {
    let roundTrips = 0
    const onRoundTrip = () => {
      roundTrips += 1
    }
    await start(() => later, { options }).requests.send({ method: 'tools/call', onRoundTrip })
    expect(roundTrips).toBe(1)
    const { requests } = start(() => later, { options, autoAnswer: false })
    expect(await requests.send({ method: 'tools/call', raw: true, onRoundTrip })).toBe(later)
    expect([await requests.send({ method: 'tools/call', onRoundTrip }), roundTrips]).toEqual([{ content: [] }, 2])
  })
})
