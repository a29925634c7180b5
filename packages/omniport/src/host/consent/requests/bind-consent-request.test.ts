import { describe, expect, test } from 'vitest'
import type { Launch } from '../../servers/settings/launch.js'
import { call, form, launch, page, prompt, roots, sampled, start } from '../fixtures/consent-requests.js'
import { bindConsentRequest } from './bind-consent-request.js'
import type { ConsentRequest } from './consent-request.js'
import { subjectOf } from './subject-of.js'

const url: Launch = { type: 'url', url: 'https://a.example/mcp', headers: ['Authorization', 'x-a'] }
const binding = async (request: ConsentRequest, by: Launch = launch) => (await bindConsentRequest(request, by)).binding
const command = (more: object): Launch => ({ ...launch, ...more }) as Launch

describe('two questions have one binding', () => {
  test.each<readonly [string, ConsentRequest, ConsentRequest]>([
    ['calls with other arguments', call({ a: 1 }), call({ a: 2 })],
    ['calls of a tool that is named, or shown, in another way', call(), call({}, { name: 'x', title: 'Y', tokens: 1 })],
    ['prompts', prompt, { ...prompt, params: { messages: [{ role: 'user', content: 'other' }], maxTokens: 1 } }],
    ['forms', form, { ...form, message: 'Where?' }],
    ['pages of one site', page('https://a.example/x'), page('https://a.example/y')],
    ['roots in another order', roots, { ...roots, roots: [{ uri: 'file:///b', name: 'B' }, { uri: 'file:///a' }] }],
    ['starts that are warned of', start, { ...start, change: 'changed', warnings: ['x'], source: 'b.json' }],
  ])('%s', async (_, one, other) => {
    expect(await binding(one)).toBe(await binding(other))
  })

  test('variables in another order, headers written in another way', async () => {
    const twice = { env: ['A', 'B'] }
    expect(await binding(form, command(twice))).toBe(await binding(form, command({ env: ['B', 'A'] })))
    expect(await binding(form, url)).toBe(await binding(form, { ...url, headers: ['X-A', 'authorization'] } as Launch))
  })
})

describe('two questions have two bindings', () => {
  test.each<readonly [string, ConsentRequest, ConsentRequest]>([
    ['of another kind', prompt, form],
    ['of another server', form, { ...form, server: 'other' }],
    ['calls of another tool', call(), call({}, { tool: 'delete' })],
    ['calls of a tool that is defined in another way', call(), call({}, { definition: 'd2' })],
    ['a prompt and its answer', prompt, sampled],
    ['a form and a page', form, page()],
    ['pages of another site', page('https://a.example/x'), page('https://b.example/x')],
    ['pages of another port', page('https://a.example/x'), page('https://a.example:8443/x')],
    ['pages over http', page('https://a.example/x'), page('http://a.example/x')],
    ['addresses that are on no site', page('data:a'), page('data:b')],
    ['addresses that are none', page('a'), page('b')],
    ['more roots', roots, { ...roots, roots: [...roots.roots, { uri: 'file:///c' }] }],
    ['a start of another command', start, { ...start, launch: command({ command: 'x' }) }],
  ])('%s', async (_, one, other) => {
    expect(await binding(one)).not.toBe(await binding(other))
  })

  test.each<readonly [string, Launch]>([
    ['another command', command({ command: 'other' })],
    ['other arguments', command({ args: ['--stdio', '--all'] })],
    ['arguments that are split in another way', command({ args: ['--st', 'dio'] })],
    ['another folder', command({ cwd: '/tmp' })],
    ['no folder', command({ cwd: undefined })],
    ['another value of a variable that loads code', command({ loaders: { NODE_OPTIONS: '--require ./b.js' } })],
    ['more variables', command({ env: ['TOKEN', 'PATH'] })],
    ['a variable whose value it gets', command({ variables: [{ name: 'KEY', field: 'args[0]' }] })],
    ['an address', url],
    ['nothing', { type: 'program' }],
  ])('of a server that is started by %s', async (_, other) => {
    for (const request of [call(), prompt, form, page(), roots]) {
      expect(await binding(request, other)).not.toBe(await binding(request))
    }
  })

  test('of a server at another address, or with other headers', async () => {
    const others = [{ url: 'https://b.example/mcp' }, { headers: ['authorization'] }, { headers: [] }]
    for (const other of others) expect(await binding(form, { ...url, ...other })).not.toBe(await binding(form, url))
  })
})

describe('the exact binding', () => {
  const exact = async (args: Record<string, unknown>) => (await bindConsentRequest(call(args), launch)).exactBinding

  test('is there for calls only, and differs from the other', async () => {
    for (const request of [start, prompt, form, page(), roots]) {
      expect(await bindConsentRequest(request, launch)).toEqual({ binding: await binding(request) })
    }
    expect(await exact({})).not.toBe(await binding(call()))
  })

  test('is one for equal arguments, whatever their order', async () => {
    expect(await exact({ a: 1, b: [1, { c: 2, d: undefined }] })).toBe(await exact({ b: [1, { c: 2 }], a: 1 }))
  })

  test.each<readonly [Record<string, unknown>, Record<string, unknown>]>([
    [{}, { a: 1 }],
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, {}],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: new Date(1) }, { a: new Date(2) }],
    [{ a: {} }, { a: [] }],
    [JSON.parse('{"__proto__": 1}'), {}],
  ])('is another for %j and %j', async (one, other) => {
    expect(await exact(one)).not.toBe(await exact(other))
  })

  test('of what is no JSON is a TypeError', async () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    for (const args of [cycle, { a: 1n }])
      await expect(bindConsentRequest(call(args), launch)).rejects.toThrow(TypeError)
  })
})

test.each<readonly [readonly string[], string]>([
  [['npx', 'a', '--api-key=abc', '--port=1'], 'npx a "--api-key=***" --port=1'],
  [['npx', '--token', 'abc', 'b'], 'npx --token "***" b'],
  [['npx', '--token', '--other', 'b'], 'npx --token --other b'],
  [['npx', '--token=', 'password', 'b'], 'npx --token= password b'],
  [['npx', '-password=a\nb'], 'npx "-password=***"'],
])('a command is kept without secrets: %j', (words, subject) => {
  const [first = '', ...args] = words
  expect(subjectOf({ ...start, launch: command({ command: first, args }) })).toBe(subject)
})

test.each([
  ['https://a.example/mcp?token=abc&b=1&api_key=d#x', 'https://a.example/mcp?token=***&b=1&api_key=***#x'],
  ['https://ann:pass@a.example/x@y?c', 'https://***@a.example/x@y?c'],
  ['https://a.example/?token=', 'https://a.example/?token='],
])('an address is kept without secrets: %s', (address, subject) => {
  expect(subjectOf({ ...start, launch: { type: 'url', url: address, headers: [] } })).toBe(subject)
})

test.each<readonly [ConsentRequest, string]>([
  [start, 'notes --stdio'],
  [{ ...start, launch: command({ args: ['a b'] }) }, 'notes "a b"'],
  [{ ...start, launch: url }, 'https://a.example/mcp'],
  [{ ...start, launch: { type: 'program' } }, 'program'],
  [call({}, { tool: 'a\u001b[0m\nb' }), 'a\\u{1B}[0m\\u{A}b'],
  [call({}, { tool: 'x'.repeat(2_000) }), `${'x'.repeat(1_000)}…`],
  [prompt, 'prompt'],
  [sampled, 'answer'],
  [form, 'form'],
  [page('https://a.example/login?token=x'), 'https://a.example'],
  [page('data:x'), 'data:x'],
  [roots, 'file:///a file:///b'],
])('the subject of %j is %s', (request, subject) => {
  expect(subjectOf(request)).toBe(subject)
})
