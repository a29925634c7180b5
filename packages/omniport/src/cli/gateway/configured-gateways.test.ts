import { afterEach, describe, expect, test } from 'vitest'
import type { Config } from '../../entries/host.js'
import { CliError } from '../errors/cli-error.js'
import { ConfiguredGateways } from './configured-gateways.js'
import type { GatewayFlags } from './gateway-flags.js'

const opened: ConfiguredGateways[] = []

afterEach(async () => {
  for (const gateways of opened.splice(0)) await gateways.close()
})

function configOf(commands: Readonly<Record<string, string>>, problems: readonly string[] = []): Config {
  const servers = Object.entries(commands).map(([name, command]) => [name, { target: { command, args: ['x'] } }])
  return {
    servers: Object.fromEntries(servers),
    files: ['/mcp.json'],
    problems: problems.map((message) => ({ file: '/mcp.json', message })),
  } as Config
}

function open(config: Config, flags: Partial<GatewayFlags> = {}) {
  const stderr: string[] = []
  const gateways = new ConfiguredGateways(config, { endpoint: [], ...flags }, { stderr: (line) => stderr.push(line) })
  opened.push(gateways)
  return { gateways, stderr }
}

const startsA = '[gateway] a: starts one when it is needed'
const startsB = '[gateway] b: starts two when it is needed'

describe('the servers of a file', () => {
  test('are all served at one place, and each is printed', () => {
    const { gateways, stderr } = open(configOf({ a: 'one', b: 'two' }))
    expect(gateways.all.map(({ endpoint }) => endpoint)).toEqual([undefined])
    expect(stderr).toEqual([startsA, startsB])
  })

  test('are printed after what is wrong with the file', () => {
    expect(open(configOf({ a: 'one' }, ['mcp.json:3: not JSON'])).stderr).toEqual([
      '[warning] mcp.json:3: not JSON',
      startsA,
    ])
  })
})

describe('endpoints', () => {
  test('are served one by one', () => {
    const endpoint = [
      { name: 'x', servers: ['a'] },
      { name: 'y', servers: ['a', 'b'] },
    ]
    const { gateways } = open(configOf({ a: 'one', b: 'two' }), { endpoint })
    expect(gateways.all.map((selection) => selection.endpoint)).toEqual(endpoint)
    expect(new Set(gateways.all.map(({ gateway }) => gateway)).size).toBe(2)
  })

  test.each(['c', 'toString'])('cannot have the server %s, which the file does not have', (missing) => {
    const endpoint = [{ name: 'x', servers: ['a', missing] }]
    expect(() => open(configOf({ a: 'one', b: 'two' }), { endpoint })).toThrow(
      new CliError('usage', `gateway: --endpoint x: there is no server "${missing}". There are a, b`),
    )
  })

  test('have servers that may be gone from the file later', () => {
    const { gateways, stderr } = open(configOf({ a: 'one', b: 'two' }), { endpoint: [{ name: 'x', servers: ['a'] }] })
    stderr.length = 0
    gateways.replace(configOf({ b: 'two' }))
    expect(stderr).toEqual(['[gateway] The configuration was read again; removed: a'])
  })

  test('are not concerned by a change of another server', () => {
    const { gateways, stderr } = open(configOf({ a: 'one', b: 'two' }), { endpoint: [{ name: 'x', servers: ['a'] }] })
    stderr.length = 0
    gateways.replace(configOf({ a: 'one', b: 'other' }))
    expect(stderr.filter((line) => line.includes('changed'))).toEqual([])
  })
})

describe('a file that has changed', () => {
  test('is printed where it differs', () => {
    const { gateways, stderr } = open(configOf({ a: 'one', b: 'two' }))
    stderr.length = 0
    gateways.replace(configOf({ a: 'one', b: 'other', c: 'three' }, ['It is broken']))
    expect(stderr).toEqual([
      '[gateway] The configuration was read again; added: c; changed: b',
      '[warning] It is broken',
      '[gateway] b: starts other when it is needed',
      '[gateway] c: starts three when it is needed',
    ])
  })

  test('is printed again when it is as it was', () => {
    const { gateways, stderr } = open(configOf({ a: 'one', b: 'two' }))
    gateways.replace(configOf({ b: 'two' }))
    stderr.length = 0
    gateways.replace(configOf({ a: 'one', b: 'two' }))
    expect(stderr).toEqual(['[gateway] The configuration was read again; added: a', startsA])
  })
})
