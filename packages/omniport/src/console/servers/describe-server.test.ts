import { describe, expect, test } from 'vitest'
import type { Client } from '../../entries/client.js'
import type { ServerStatus } from '../../entries/host.js'
import { describeServer, type ServerParts } from './describe-server.js'
import { recordedTarget } from './recorded-target.js'

const faults = { delayMs: 0, duplicate: false, stall: false, unauthorized: false, expiredSession: false }

function shown(status: object, more: Partial<ServerParts> = {}) {
  const launch = { type: 'program' }
  return describeServer({
    status: { name: 's', state: 'idle', since: 7, launch, tokens: 0, ...status } as unknown as ServerStatus,
    ...{ settings: {}, client: undefined, counts: {}, faults, isAdded: false, isSigningIn: false },
    ...more,
  })
}

const least = {
  ...{ name: 's', state: 'idle', isSigningIn: false, since: 7, transport: 'program', launch: '', launchNames: [] },
  ...{ isAdded: false, tokens: 0, counts: {}, faults },
}

test('a server has the least of what is known', () => {
  expect(shown({})).toEqual(least)
})

test('a server has all that is known', () => {
  const known = { reason: 'r', code: 'timeout', retryAt: 9, source: { file: 'f' }, revision: '2025-11-25', pid: 5 }
  const more = { settings: { revision: '2025-06-18' }, counts: { tools: 1 }, isAdded: true, isSigningIn: true } as const
  expect(shown({ ...known, tokens: 3 }, more)).toEqual({
    ...{ ...least, ...known, tokens: 3, chosenRevision: '2025-06-18' },
    ...{ counts: { tools: 1 }, isAdded: true, isSigningIn: true },
  })
})

describe('advice', () => {
  test.each(['failed', 'denied', 'lost'])('is there for a server that is %s', (state) => {
    expect(shown({ state, code: 'limit' }).advice).toEqual([
      'A bound of this program was reached; the message names it.',
    ])
  })

  test.each(['idle', 'starting', 'ready', 'stopped'])('is not there for one that is %s', (state) => {
    expect(shown({ state, code: 'limit' }).advice).toBeUndefined()
  })

  test('is about the file for an entry that is invalid, whatever its code', () => {
    expect(shown({ state: 'invalid', code: 'limit' }).advice).toEqual([
      'Correct the entry in the config file that is named; it is read again at once.',
    ])
  })

  test('is that of the transport', () => {
    const launch = { type: 'url', url: 'http://a/', headers: [] }
    expect(shown({ state: 'failed', code: 'unreachable', launch }).advice).toEqual([
      'Check that the address is right, and that the server runs and listens there.',
    ])
  })
})

describe('how it is launched', () => {
  test('at an address, with the names of headers', () => {
    const launch = { type: 'url', url: 'http://a/', headers: ['x-key'] }
    expect(shown({ launch })).toMatchObject({ transport: 'http', launch: 'http://a/', launchNames: ['x-key'] })
  })

  test('by a command, whose words are quoted where they must be, with the names of variables', () => {
    const launch = {
      type: 'command',
      command: 'npx',
      args: ['-y', '@a/b@1.0', 'x y', '', 'a"b', '$HOME'],
      env: ['KEY'],
    }
    expect(shown({ launch })).toEqual({
      ...{ ...least, transport: 'stdio', launchNames: ['KEY'] },
      launch: 'npx -y @a/b@1.0 "x y" "" "a\\"b" "$HOME"',
    })
    expect(shown({ launch: { ...launch, cwd: '/work' } }).cwd).toBe('/work')
  })
})

test('the server at the other end says who it is', () => {
  const capabilities = { tools: {} }
  const of = (server: object) => shown({}, { client: { server, capabilities } as unknown as Client })
  expect(of({ name: 'a', version: '1', other: 1 })).toEqual({
    ...least,
    info: { name: 'a', version: '1' },
    capabilities,
  })
  expect(of({ name: 'a', version: '1', title: 'A', icons: [{ src: 'x' }], instructions: 'Read' })).toEqual({
    ...{ ...least, capabilities, instructions: 'Read' },
    info: { name: 'a', version: '1', title: 'A', icons: [{ src: 'x' }] },
  })
})

test.each<[unknown, object]>([
  ['http://a/', { target: { url: 'http://a/' }, secrets: [] }],
  [new URL('http://a/'), { target: { url: 'http://a/' }, secrets: [] }],
  [
    { url: new URL('http://a/'), headers: { a: 'secret' } },
    { target: { url: 'http://a/' }, secrets: [] },
  ],
  [{ command: 'node' }, { target: { command: 'node', args: [] }, env: undefined, secrets: [] }],
  [
    { command: 'node', args: ['a'], env: { K: 'v' } },
    { target: { command: 'node', args: ['a'] }, env: { K: 'v' }, secrets: [] },
  ],
  [undefined, { target: { command: 'program', args: [] }, secrets: [] }],
  [{ serve: () => 1 }, { target: { command: 'program', args: [] }, secrets: [] }],
])('a recording names the target %j', (target, recorded) => {
  expect(recordedTarget({ target } as never)).toEqual(recorded)
})
