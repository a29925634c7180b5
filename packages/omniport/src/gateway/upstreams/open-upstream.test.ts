import { afterEach, describe, expect, test } from 'vitest'
import type { Revision } from '../../protocol/revisions/revision.js'
import { createNamedServer } from '../fixtures/behind.js'
import { createGatewayParts } from '../fixtures/gateway-parts.js'
import { createUpstreamFrom } from '../fixtures/upstream-from.js'
import { type OpenUpstream, type OpenUpstreamOptions, openUpstream } from './open-upstream.js'

const opened: OpenUpstream[] = []

afterEach(async () => {
  for (const { services, transport } of opened.splice(0)) {
    services.ended.abort()
    await transport.close()
  }
})

async function open(target: unknown, more: Partial<OpenUpstreamOptions> = {}): Promise<OpenUpstream> {
  const upstream = await openUpstream(
    {
      settings: { target: target as never },
      auth: undefined,
      capabilities: {},
      serve: () => async () => undefined,
      signal: new AbortController().signal,
      onStderr: () => {},
      onError: () => {},
      ...more,
    },
    createGatewayParts().services,
  )
  opened.push(upstream)
  return upstream
}

function legacy(capabilities: object, more: Parameters<typeof createUpstreamFrom>[1] = {}) {
  const serverInfo = { name: 'old', version: '2', title: 'Old' }
  return createUpstreamFrom('2025-11-25', {
    initialize: () => ({
      result: { protocolVersion: '2025-11-25', capabilities, serverInfo, instructions: 'Read me' },
    }),
    ...more,
  })
}

describe('an upstream that is open', () => {
  test('says what it declared, and who it is without its instructions', async () => {
    const upstream = await open(legacy({ tools: {}, logging: {} }).target)
    expect(['tools', 'logging', 'prompts', 'constructor'].map((name) => upstream.declares(name))).toEqual([
      ...[true, true, false, false],
    ])
    expect(upstream.info).toEqual({ name: 'old', version: '2', title: 'Old' })
    expect([upstream.revision, upstream.profile.era]).toEqual(['2025-11-25', 'legacy'])
  })

  test('has the revision of the settings', async () => {
    const target = createNamedServer('a', [])
    const revisions: readonly Revision[] = ['2025-06-18', '2026-07-28']
    const upstreams = await Promise.all(revisions.map((revision) => open(target, { settings: { target, revision } })))
    expect(upstreams.map(({ revision }) => revision)).toEqual(revisions)
  })

  test('was told of roots without their changes, and of the name of the gateway', async () => {
    const from = legacy({})
    await open(from.target, { capabilities: { roots: { listChanged: false, x: 1 }, sampling: {} } })
    const params = from.received[0]?.params
    expect(params?.['clientInfo']).toEqual({ name: 'gateway', version: '1' })
    expect(params?.['capabilities']).toMatchObject({ sampling: {}, roots: { listChanged: true } })
  })

  test('was not told of roots that the client has not', async () => {
    const from = legacy({})
    await open(from.target, { capabilities: { sampling: {} } })
    expect(from.received[0]?.params['capabilities']).toEqual({ sampling: {} })
  })
})

describe('the log level', () => {
  function leveled() {
    const levels: unknown[] = []
    let answer = () => {}
    const { target } = legacy(
      { logging: {} },
      {
        'logging/setLevel': async ({ level }) => {
          levels.push(level)
          await new Promise<void>((resolve) => {
            answer = resolve
          })
          return { result: {} }
        },
      },
    )
    const next = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      answer()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { target, levels, next }
  }

  test('is sent once, and needed until it was answered', async () => {
    const { target, levels, next } = leveled()
    const upstream = await open(target)
    expect(upstream.needsLogLevel('info')).toBe(true)
    const setting = upstream.setLogLevel('info')
    const again = upstream.setLogLevel('info')
    expect(upstream.needsLogLevel('info')).toBe(true)
    await next()
    await Promise.all([setting, again])
    expect([upstream.needsLogLevel('info'), upstream.needsLogLevel('debug'), levels]).toEqual([false, true, ['info']])
    expect(await upstream.setLogLevel('info')).toBeUndefined()
    expect(levels).toEqual(['info'])
  })

  test('is sent after the one before it was answered', async () => {
    const { target, levels, next } = leveled()
    const upstream = await open(target)
    const first = upstream.setLogLevel('info')
    const second = upstream.setLogLevel('debug')
    await new Promise((resolve) => setImmediate(resolve))
    expect(levels).toEqual(['info'])
    await next()
    await first
    expect(levels).toEqual(['info', 'debug'])
    expect(upstream.needsLogLevel('debug')).toBe(true)
    await next()
    await second
    expect(upstream.needsLogLevel('debug')).toBe(false)
  })

  test('that is refused is reported, and nothing more', async () => {
    const errors: string[] = []
    const { target } = legacy(
      { logging: {} },
      { 'logging/setLevel': () => ({ error: { code: -32603, message: 'no' } }) },
    )
    const upstream = await open(target, { onError: ({ message }) => errors.push(message) })
    expect(await upstream.setLogLevel('info')).toBeUndefined()
    expect(errors).toEqual([expect.stringContaining('no')])
  })
})

describe('what describes the gateway in each request', () => {
  const extension = 'io.modelcontextprotocol/tasks'

  test('is nothing to a legacy upstream', async () => {
    expect((await open(legacy({}).target)).requesterMeta('info')).toBeUndefined()
  })

  test('is its name, the capabilities of the client and the log level to a modern one', async () => {
    const upstream = await open(createNamedServer('a', []), { capabilities: { sampling: {} } })
    const text = JSON.stringify(upstream.requesterMeta('info'))
    expect(text).toContain('"name":"gateway"')
    expect(text).toContain('"info"')
    expect([text.includes('sampling'), text.includes(extension)]).toEqual([true, false])
    expect(JSON.stringify(upstream.requesterMeta(undefined))).not.toContain('"info"')
  })

  test('is made once for each log level', async () => {
    const upstream = await open(createNamedServer('a', []))
    expect(upstream.requesterMeta('info')).toBe(upstream.requesterMeta('info'))
    expect(upstream.requesterMeta('info')).not.toBe(upstream.requesterMeta('debug'))
    expect(upstream.requesterMeta('info', true)).toBe(upstream.requesterMeta('info', true))
  })

  test.each([[{}], [{ extensions: { 'a/b': { x: 1 } } }], [{ extensions: null }]])(
    'has the extension for tasks beside those of the client where that is meant: %j',
    async (capabilities: { readonly extensions?: object | null }) => {
      const upstream = await open(createNamedServer('a', []), { capabilities })
      const [members] = Object.values(upstream.requesterMeta(undefined, true) ?? {}).filter(
        (value) => typeof value === 'object' && value !== null && 'extensions' in value,
      )
      expect(members).toEqual({ extensions: { ...capabilities.extensions, [extension]: {} } })
    },
  )
})
