import { describe, expect, test } from 'vitest'
import { checkHostOptions, serversValue } from './check-host-options.js'
import type { HostOptions } from './host-options.js'
import { isHeader } from './is-header.js'

const servers = { a: 'https://a.example' }
const check = (more: object) => checkHostOptions({ servers, ...more } as HostOptions)
const run = () => {}

test('all options may be given, and are handed on', () => {
  const all = {
    ...{ auth: { clientId: 'a' }, apps: true, problems: [{ file: '/a', message: 'x' }], name: 'a', version: '1' },
    ...{ timeoutMs: 1, maxTimeoutMs: 1, limits: {}, runtime: {}, fetch: run, experimental: { a: {} }, extensions: {} },
    ...{ policy: run, ask: run, decisions: { list: run, put: run, delete: run }, audit: { append: run } },
    ...{ lock: { read: run, write: run }, onChangedTool: 'allow', onChangedSkill: 'block', elicit: run },
    ...{ elicitUrl: run, sample: run, sampleBudget: { maxTokens: 1 }, roots: [{ uri: 'file:///a' }], rootExists: run },
    ...{ toolName: run, healthMs: 1, refreshMs: 1, intercept: run, onError: run },
  }
  expect(check(all)).toEqual({ servers, ...all })
  expect(check({ auth: run, onChangedTool: 'block', onChangedSkill: 'ask' })).toMatchObject({ auth: run })
})

test.each<[object, string]>([
  [{ servers: undefined }, 'servers must be an object, got undefined'],
  [{ servers: { a: { command: '' } } }, 'servers.a: target.command must be a string that is not empty, got ""'],
  [{ auth: 'x' }, 'auth must be an object, got "x"'],
  [{ auth: { token: 'x' } }, 'auth.token would be sent to all servers: give it in the settings of one server'],
  [{ apps: 'yes' }, 'apps must be true or false, got "yes"'],
  [{ problems: {} }, 'problems must be an array of problems, got an object'],
  [{ problems: ['x'] }, 'problems[0] must be an object, got "x"'],
  [{ name: 5 }, 'name must be a string, got 5'],
  [{ version: 5 }, 'version must be a string, got 5'],
  [{ timeoutMs: 0 }, 'timeoutMs must be longer than 0 ms, got 0'],
  [{ maxTimeoutMs: 0 }, 'maxTimeoutMs must be longer than 0 ms, got 0'],
  [{ limits: 5 }, 'limits must be an object, got 5'],
  [{ runtime: 5 }, 'runtime must be an object, got 5'],
  [{ fetch: 5 }, 'fetch must be a function, got 5'],
  [{ experimental: { a: 5 } }, 'experimental["a"] must be an object, got 5'],
  [{ extensions: 5 }, 'extensions must be an object, got 5'],
  [{ policy: 'allow' }, 'policy must be a function, got "allow"'],
  [{ ask: 5 }, 'ask must be a function, got 5'],
  [{ decisions: 5 }, 'decisions must be an object, got 5'],
  [{ decisions: { put: run, delete: run } }, 'decisions.list must be a function, got undefined'],
  [{ decisions: { list: run, delete: run } }, 'decisions.put must be a function, got undefined'],
  [{ decisions: { list: run, put: run } }, 'decisions.delete must be a function, got undefined'],
  [{ audit: {} }, 'audit.append must be a function, got undefined'],
  [{ lock: { write: run } }, 'lock.read must be a function, got undefined'],
  [{ lock: { read: run } }, 'lock.write must be a function, got undefined'],
  [{ onChangedTool: 'ask' }, 'onChangedTool must be "block" or "allow", got "ask"'],
  [{ onChangedSkill: 'allow' }, 'onChangedSkill must be "ask" or "block", got "allow"'],
  [{ elicit: 5 }, 'elicit must be a function, got 5'],
  [{ elicitUrl: 5 }, 'elicitUrl must be a function, got 5'],
  [{ sample: 5 }, 'sample must be a function, got 5'],
  [{ sampleBudget: { maxTokens: 0 } }, 'sampleBudget.maxTokens must be a whole number, 1 or more, got 0'],
  [{ rootExists: 5 }, 'rootExists must be a function, got 5'],
  [{ toolName: 5 }, 'toolName must be a function, got 5'],
  [{ healthMs: 0 }, 'healthMs must be longer than 0 ms, got 0'],
  [{ refreshMs: 0 }, 'refreshMs must be longer than 0 ms, got 0'],
  [{ intercept: 5 }, 'intercept must be a function, got 5'],
  [{ onError: 5 }, 'onError must be a function, got 5'],
])('the options %j are refused', (more, message) => {
  expect(() => check(more)).toThrow(new TypeError(`createHost: ${message}`))
})

test('there is no other option', () => {
  expect(() => check({ police: run })).toThrow('createHost: there is no option "police"; did you mean "policy"?')
})

test('the servers of a file of settings have a hint', () => {
  expect(() => check({ mcpServers: {} })).toThrow(
    'createHost: there is no option "mcpServers"; use "servers", or createHost({ ...(await loadConfig(file)) }) for a file that has them. The options are servers, auth,',
  )
})

describe('servers', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, 'http://a']))

  test('are 1,000 at most', () => {
    expect(serversValue('x', many(1_000))).toBeUndefined()
    expect(() => serversValue('x', many(1_001))).toThrow(new TypeError('x must be at most 1000 servers, got 1001'))
  })

  test('are each checked under their names', () => {
    expect(() => serversValue('x', { a: 'http://a', b: 5 })).toThrow(
      new TypeError('x.b must be a target or settings of a server, got 5'),
    )
  })
})

test.each([
  ['x-key', 'value', true],
  ['x-key', '', true],
  ['x key', 'value', false],
  ['', 'value', false],
  ['x-key', 'a\nb', false],
  ['x-key', '€', false],
])('the header %j: %j can be sent: %s', (name, value, expected) => {
  expect(isHeader(name, value)).toBe(expected)
})
