import { describe, expect, test } from 'vitest'
import { createServer } from '../../../server/create-server.js'
import { settingsValue } from './settings-value.js'

const check = (value: unknown) => settingsValue('s', value)
const forms = 'a URL, { url }, { command, args?, env?, cwd? }, a server or { serve }, or { readable, writable }'

const streams = () => ({ readable: new ReadableStream(), writable: new WritableStream() })

describe('accepted as a target', () => {
  test.each<[string, unknown]>([
    ['an address', 'https://a.example/mcp'],
    ['a URL', new URL('http://localhost:1/')],
    ['an address with headers', { url: 'https://a.example', headers: { 'x-key': 'a' } }],
    ['an address whose headers are undefined', { url: 'https://a.example', headers: undefined }],
    ['a command', { command: 'node' }],
    ['all of a command', { command: 'node', args: ['a', ''], env: { A: 'b', C: undefined }, cwd: '/x' }],
    ['a command without the rest', { command: 'node', args: undefined, env: undefined, cwd: undefined }],
    ['streams', streams()],
    ['a function that serves', { serve: async () => undefined, command: 5 }],
    ['a server', createServer({ name: 'a', version: '1' })],
  ])('%s', (_, target) => {
    expect([check(target), check({ target })]).toEqual([undefined, undefined])
  })

  test('nothing, where the settings say what is wrong', () => {
    expect(check({ target: undefined, problem: 'no target' })).toBeUndefined()
  })
})

describe('refused as a target', () => {
  test.each<[unknown, string]>([
    [5, 's must be a target or settings of a server, got 5'],
    [null, 's must be a target or settings of a server, got null'],
    [{ target: 5 }, `s: target must be ${forms}, got 5`],
    [{ target: null }, `s: target must be ${forms}, got null`],
    [{ target: {} }, `s: target must be ${forms}, got an object`],
    [
      { command: 'node', url: 'https://a.example', readable: {} },
      `s: target must be ${forms}, got "command and url and readable"`,
    ],
    ['ftp://a.example', 's: target.url must be an http: or https: address, got ftp:'],
    [{ url: 5 }, 's: target.url must be an http: or https: address, got number'],
    [{ url: 'https://a.example', headers: 5 }, 's: target.headers must be an object of strings, got number'],
    [
      { url: 'https://a.example', headers: { Accept: 'secret' } },
      's: target.headers: "Accept" is no header that can be sent',
    ],
    [{ command: '' }, 's: target.command must be a string that is not empty, got ""'],
    [{ command: 5 }, 's: target.command must be a string that is not empty, got 5'],
    [{ command: 'node', args: 'secret' }, 's: target.args must be an array of strings'],
    [{ command: 'node', args: ['secret', 5] }, 's: target.args must be an array of strings'],
    [{ command: 'node', env: 'secret' }, 's: target.env must be an object of strings'],
    [{ command: 'node', env: ['secret'] }, 's: target.env must be an object of strings'],
    [{ command: 'node', env: { A: 'secret', B: 5 } }, 's: target.env must be an object of strings'],
    [{ command: 'node', env: null }, 's: target.env must be an object of strings'],
    [{ command: 'node', cwd: 5 }, 's: target.cwd must be a string, got 5'],
    [{ command: 'a\0' }, 's: target.command must not hold a NUL character'],
    [{ command: 'node', args: ['a', 'secret\0'] }, 's: target.args[1] must not hold a NUL character'],
    [{ command: 'node', env: { A: 'secret\0' } }, 's: target.env.A must not hold a NUL character'],
    [{ readable: 5, writable: new WritableStream() }, 's: target.readable must be a stream, got 5'],
  ])('%j', (value, message) => {
    expect(() => check(value)).toThrow(new TypeError(message))
  })

  test('a command or an address with members that it does not have', () => {
    expect(() => check({ command: 'node', arg: ['a'] })).toThrow(/^s: target: there is no option "arg"/)
    expect(() => check({ url: 'https://a.example', header: {} })).toThrow(/^s: target: there is no option "header"/)
    expect(() => check({ commands: 'node' })).toThrow(/^s: target: there is no option "commands"/)
  })
})

const target = 'https://a.example'

test('all settings may be given', () => {
  const settings = {
    ...{ target, problem: 'x', isDisabled: false, description: 'x', timeoutMs: 1, maxTimeoutMs: 1, extra: {} },
    ...{ tools: { allow: ['a'], block: [] }, revision: '2025-11-25', limits: {}, auth: { token: 'a' } },
    source: { file: 'a.json', line: 1, field: 'a' },
    variables: [
      { name: 'A', field: 'url', secret: 'x' },
      { name: 'B', field: 'url' },
    ],
  }
  expect(check(settings)).toBeUndefined()
})

test.each<[object, string]>([
  [{ problem: 5 }, 's: problem must be a string, got 5'],
  [{ isDisabled: 'no' }, 's: isDisabled must be true or false, got "no"'],
  [{ description: 5 }, 's: description must be a string, got 5'],
  [{ timeoutMs: 0 }, 's: timeoutMs must be longer than 0 ms, got 0'],
  [{ maxTimeoutMs: -1 }, 's: maxTimeoutMs must be a whole number of milliseconds, 0 or more, got -1'],
  [{ tools: { allow: 'a' } }, 's: tools: allow must be an array of strings, got "a"'],
  [{ tools: { block: [5] } }, 's: tools: block[0] must be a string, got 5'],
  [{ limits: 5 }, 's: limits must be an object, got 5'],
  [{ auth: { token: 5 } }, 's: auth.token must be a function, or a text of visible ASCII characters'],
  [{ source: { file: 5, field: 'a' } }, 's: source: file must be a string, got 5'],
  [{ source: { file: 'a', field: 5 } }, 's: source: field must be a string, got 5'],
  [{ variables: 5 }, 's: variables must be an array of variables, got 5'],
  [{ variables: [{ name: 5, field: 'a' }] }, 's: variables[0]: name must be a string, got 5'],
  [{ variables: [{ name: 'A', field: 5 }] }, 's: variables[0]: field must be a string, got 5'],
  [{ variables: [{ name: 'A', field: 'a', secret: 5 }] }, 's: variables[0]: secret must be a string'],
  [{ extra: 5 }, 's: extra must be an object, got 5'],
])('settings with %j are refused', (more, message) => {
  expect(() => check({ target, ...more })).toThrow(new TypeError(message))
})

test.each(['tool', 'trust', 'autoApprove'])('there is no setting %s', (name) => {
  expect(() => check({ target, [name]: true })).toThrow(`s: there is no option "${name}"`)
})

test('a revision is one of those that there are', () => {
  expect(() => check({ target, revision: '2020-01-01' })).toThrow(/^s: revision must be one of 2024-11-05, /)
})
