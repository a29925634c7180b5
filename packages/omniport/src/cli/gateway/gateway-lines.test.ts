import { describe, expect, test } from 'vitest'
import type { GatewayEvent } from '../../entries/gateway.js'
import { formatEvent, formatServer } from './gateway-lines.js'
import { gatewayOptions } from './gateway-options.js'

type Settings = Parameters<typeof formatServer>[1]

test.each([
  [{ target: { command: 'node', args: ['--token=secret'] } }, '[gateway] a: starts node when it is needed'],
  [
    { target: { url: 'https://u:p@a.example/mcp?key=secret' } },
    '[gateway] a: connects to https://a.example/mcp when it is needed',
  ],
  [{ target: 'https://a.example/mcp#x' }, '[gateway] a: connects to https://a.example/mcp when it is needed'],
  [{ target: new URL('https://a.example/mcp') }, '[gateway] a: connects to https://a.example/mcp when it is needed'],
  [{ target: 'no url' }, '[gateway] a: connects when it is needed'],
  [{ target: undefined }, '[gateway] a: connects when it is needed'],
  [{ target: { url: '' } }, '[gateway] a: connects when it is needed'],
  [{ target: { command: 'x' }, isDisabled: true }, '[gateway] a: switched off in its entry'],
  [{ target: { command: 'x' }, isDisabled: true, problem: 'no\u001b' }, '[warning] a is left out: no\\u001b'],
])('a server is described: %j', (settings, line) => {
  expect(formatServer('a', settings as unknown as Settings)).toBe(line)
})

const upstream = 'notes'
const report = { type: 'tool-reported', upstream, tool: 'add', change: 'changed', isBlocked: false, findings: [] }
const finding = { path: '/description', text: 'has invisible characters' }

describe('an event', () => {
  test.each([
    [
      {
        type: 'upstream-connected',
        upstream,
        server: { name: 's', version: '1' },
        revision: '2025-11-25',
        elapsedMs: 12.6,
      },
      '[gateway] notes: s 1 is connected, 2025-11-25, after 13 ms',
    ],
    [{ type: 'upstream-failed', upstream, error: 'gone\n' }, '[warning] gone\\n'],
    [{ type: 'upstream-closed', upstream, reason: 'exit 1' }, '[warning] notes has ended: exit 1'],
    [{ type: 'upstream-closed', upstream }, undefined],
    [{ type: 'upstream-error', upstream, error: 'oh' }, '[warning] notes: oh'],
    [
      { type: 'question-refused', upstream, method: 'roots/list', error: 'no' },
      '[warning] notes: roots/list was refused: no',
    ],
    [{ type: 'upstream-stderr', upstream, text: '\u001b[31mred\u001b[0m\n' }, '[notes] red'],
    [report, undefined],
    [{ ...report, change: 'new' }, '[gateway] notes: the tool add is new'],
    [{ ...report, findings: [finding] }, '[warning] notes: add looks suspicious; it has invisible characters'],
    [
      { ...report, isBlocked: true },
      '[warning] notes: the definition of add has changed, so it is blocked; approve it with "omniport host", then start the gateway again',
    ],
    [
      { ...report, isBlocked: true, findings: [finding] },
      '[warning] notes: the definition of add has changed, so it is blocked; approve it with "omniport host", then start the gateway again; it has invisible characters',
    ],
    [
      { type: 'upstreams-replaced', added: ['a', 'b'], changed: [], removed: ['c'] },
      '[gateway] The configuration was read again; added: a, b; removed: c',
    ],
    [
      { type: 'upstreams-replaced', added: [], changed: ['d'], removed: [] },
      '[gateway] The configuration was read again; changed: d',
    ],
    [{ type: 'something-else' }, undefined],
  ])('%j', (event, line) => {
    expect(formatEvent(event as unknown as GatewayEvent)).toBe(line)
  })
})

describe('--endpoint', () => {
  const option = gatewayOptions().find(({ long }) => long === '--endpoint')
  const parse = (text: string, before: readonly object[] = []): unknown => option?.parseArg?.(text, before)

  test.each([
    ['work=notes,files', { name: 'work', servers: ['notes', 'files'] }],
    ['a-1_b= x , y ', { name: 'a-1_b', servers: ['x', 'y'] }],
  ])('%s', (text, endpoint) => {
    expect(parse(text)).toEqual([endpoint])
    expect(parse(text, [{ name: 'first', servers: [] }])).toEqual([{ name: 'first', servers: [] }, endpoint])
  })

  test.each(['work', '=a', 'a b=c', 'work='])('is not %j', (text) => {
    expect(() => parse(text)).toThrow('It must be a name of letters and digits, and servers: work=notes,files.')
  })

  test('has each name once', () => {
    expect(() => parse('a=x', [{ name: 'a', servers: [] }])).toThrow('There are two endpoints "a".')
  })
})

test('the options of the gateway', () => {
  expect(gatewayOptions().map(({ flags, argChoices = [] }) => [flags, ...argChoices].join(' '))).toEqual([
    '--stdio',
    '--search',
    '--pin',
    '--endpoint <name=servers>',
    '--isolation <which> principal session shared',
    '--token-env <name>',
  ])
})
