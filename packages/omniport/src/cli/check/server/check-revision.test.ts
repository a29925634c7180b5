import { describe, expect, test } from 'vitest'
import type { Revision } from '../../../entries/protocol.js'
import { type ScriptedServer, ScriptedWire, type Sent } from '../fixtures/scripted-wire.js'
import { checkRevision, notStarted, rulesFor } from './check-revision.js'

const [legacy, modern] = ['2025-11-25', '2026-07-28'] as const
const serverInfo = { name: 's', version: '1' }

/** A server of one revision that does nothing but answer what every server does. */
const plain =
  (revision: Revision, capabilities: object = {}, more: ScriptedServer = () => undefined): ScriptedServer =>
  (sent) => {
    const own = more(sent)
    if (own !== undefined) return own
    if (sent.id === undefined) return {}
    if (sent.method === 'initialize') return { result: { protocolVersion: revision, capabilities, serverInfo } }
    if (sent.method === 'server/discover')
      return { result: { resultType: 'complete', supportedVersions: [revision], capabilities } }
    return sent.method === 'ping' ? { result: {} } : { error: -32601 }
  }

async function check(
  revision: Revision,
  server: ScriptedServer,
  { isEnded = (_number: number): boolean => false, transport = 'stdio' as const } = {},
) {
  const wires: ScriptedWire[] = []
  const checked: string[] = []
  const open = async () => {
    const wire = new ScriptedWire(server, transport)
    const number = wires.push(wire)
    Object.defineProperty(wire, 'isEnded', { get: () => isEnded(number) })
    return wire
  }
  const outcomes = await checkRevision(revision, {
    open,
    call: undefined,
    onCheck: ({ name }) => void checked.push(name),
  })
  return {
    outcomes,
    wires,
    checked,
    of: (name: string) => (typeof outcomes === 'object' ? outcomes.find((each) => each.name === name) : undefined),
  }
}

test('a server that agrees to another revision does not speak this one, and its wire is closed', async () => {
  const { outcomes, wires, checked } = await check(legacy, plain('2024-11-05'))
  expect([outcomes, wires.map(({ isClosed }) => isClosed), checked]).toEqual([undefined, [true], []])
})

test('an address that does not speak the transport speaks no revision', async () => {
  const check = { open: async () => undefined, call: undefined, onCheck: () => {} }
  expect(await checkRevision(legacy, check)).toBe(undefined)
})

test('a program that says nothing may still be starting', async () => {
  expect((await check(legacy, () => ({}))).outcomes).toBe('silent')
  expect((await check(legacy, () => ({}), { isEnded: () => true })).outcomes).toBe(undefined)
})

test('the message about it says what to do', () => {
  expect(notStarted(legacy)).toMatchObject({
    code: 'timeout',
    message:
      'check: the program did not answer its first request in 2025-11-25 in time; if it needs longer to start, give it more time with --timeout <ms>',
  })
})

describe('the checks of a revision', () => {
  test('are those that are meant: for the revision, the transport and the capabilities', async () => {
    const { checked, outcomes, wires } = await check(legacy, plain(legacy, { tools: {}, tasks: { list: {} } }))
    expect(checked).toEqual([
      ...['initialize-result', 'ping', 'string-ids', 'unknown-method', 'silent-notifications', 'stray-cancellation'],
      ...[
        'malformed-json',
        'invalid-envelope',
        'no-batch',
        'tools-list',
        'tools-cursor',
        'unknown-tool',
        'tool-schemas',
      ],
      ...['tool-names', 'tasks-list', 'tasks-cursor', 'unknown-tasks-get', 'unknown-tasks-result', 'progress-token'],
      ...['known-progress', 'progress-rises', 'progress-ends', 'clean-stdout', 'exits-at-end', 'counter-offer'],
    ])
    expect(Array.isArray(outcomes) && outcomes.map(({ name }) => name)).toEqual([
      ...checked,
      'schema',
      'undefined-members',
    ])
    expect(wires.map(({ isClosed }) => isClosed)).toEqual([true, true])
  })

  test('say what they found', async () => {
    const { of } = await check(legacy, plain(legacy, { tools: {} }))
    expect(of('ping')).toEqual({
      ...{ revision: legacy, name: 'ping', title: 'ping is answered with an empty result', requirements: ['PING-01'] },
      ...{ outcome: 'pass', problem: undefined },
    })
    expect(of('tools-list')).toMatchObject({ outcome: 'fail', problem: 'there is no list "tools"; got error -32601' })
    expect(of('tools-cursor')).toMatchObject({ outcome: 'warning' })
  })

  test('go on with a new connection where the server has ended', async () => {
    const { checked, wires } = await check(modern, plain(modern), { isEnded: (number) => number === 1 })
    expect([checked.includes('progress-ends'), wires.length]).toEqual([true, 3])
  })

  test('end where a program that ended is started again, and says nothing in time', async () => {
    const opened: string[] = []
    const server = plain(legacy, {}, ({ method }) => {
      if (method === 'initialize') opened.push(method)
      return method === 'initialize' && opened.length > 1 ? {} : undefined
    })
    await expect(check(legacy, server, { isEnded: (number) => number === 1 })).rejects.toMatchObject({
      code: 'timeout',
      message: notStarted(legacy).message,
    })
  })
})

describe('everything that a server sent is checked against the schema', () => {
  const withPing = (result: object) =>
    plain(legacy, {}, ({ method }: Sent) => (method === 'ping' ? { result } : undefined))

  test('and may be right', async () => {
    const { of } = await check(legacy, plain(legacy))
    expect([of('schema'), of('undefined-members')]).toEqual([
      {
        ...{ revision: legacy, name: 'schema', title: 'all messages match the official schema' },
        ...{ requirements: ['BASE-36'], problem: undefined, outcome: 'pass' },
      },
      {
        ...{
          revision: legacy,
          name: 'undefined-members',
          title: 'messages have only members that the revision defines',
        },
        ...{ requirements: ['BASE-36'], problem: undefined, outcome: 'pass' },
      },
    ])
  })

  test('and may be wrong, each fault once', async () => {
    const { of } = await check(legacy, withPing({ _meta: 7 }))
    expect(of('schema')).toMatchObject({ outcome: 'fail' })
    expect(of('schema')?.problem).toMatch(/^[^;]*_meta[^;]*$/)
  })

  test('and an error without an id is right', async () => {
    const nobody = plain(legacy, {}, ({ method, id }) =>
      method === 'ping'
        ? {
            result: {},
            before: [{ jsonrpc: '2.0', id: null, error: { code: id === undefined ? 1 : -32700, message: 'x' } }],
          }
        : undefined,
    )
    expect((await check(legacy, nobody)).of('schema')).toMatchObject({ outcome: 'pass' })
  })
})

test('a call has checks of its own', () => {
  const names = (call?: { name: string; given: [] }) => rulesFor(call).map(({ name }) => name)
  const without = names()
  const own = names({ name: 'add', given: [] }).filter((name) => !without.includes(name))
  expect(own).toEqual(['call', 'required-task', 'no-undeclared-task', 'task', 'task'])
  expect([without[0], without.at(-1)]).toEqual(['initialize-result', 'exits-at-end'])
})
