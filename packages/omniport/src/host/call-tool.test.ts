import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { settled } from '#test/support/virtual-runtime.js'
import { deferred } from '../client/fixtures/connect-fake.js'
import { discovered, FakeServer } from '../client/fixtures/fake-server.js'
import { FakeWeb } from '../client/http/fixtures/fake-web.js'
import { answer, refusal } from '../client/http/fixtures/replies.js'
import { modernServer } from '../client/http/fixtures/servers.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import type { ConsentDecision } from './consent/decisions/consent-decision.js'
import type { CallConsent, ConsentRequest } from './consent/requests/consent-request.js'
import { SimulatedServer } from './fixtures/simulated-server.js'
import { startHost } from './fixtures/start-host.js'
import type { Host } from './host.js'
import type { HostEvent } from './host-event.js'
import type { HostOptions } from './host-options.js'

/** A server that counts how often its tool was called. */
function counting(name = 'a') {
  const calls: unknown[] = []
  const run = (args: unknown) => {
    calls.push(args)
    return name
  }
  const server = createServer({ name, version: '1.0.0', tools: { speak: tool({ description: 'Says', run }) } })
  return { server, calls }
}

/** A person who thinks until told. */
function person() {
  const answer = deferred<ConsentDecision>()
  const asked = deferred<{ readonly question: ConsentRequest; readonly signal: AbortSignal }>()
  const ask: HostOptions['ask'] = (question, { signal }) => {
    asked.resolve({ question, signal })
    return answer.promise
  }
  return { ask, asked: asked.promise, answer: answer.resolve }
}

async function until(events: AsyncIterable<HostEvent>, isIt: (event: HostEvent) => boolean): Promise<void> {
  for await (const event of events) if (isIt(event)) return
}

const isState = (wanted: string) => (event: HostEvent) => event.type === 'server' && event.status.state === wanted

test('a call that is refused for want of headers is not repeated: what the tool is now has to be allowed first', async () => {
  const properties = { region: { type: 'string', 'x-mcp-header': 'Region' } }
  const listed = [{ type: 'object' }, { type: 'object', properties }]
  const web = new FakeWeb(
    modernServer({
      'tools/list': (request) => {
        const tools = [{ name: 'query', inputSchema: listed[0] }]
        return answer(request, { result: { tools, resultType: 'complete', ttlMs: 60_000, cacheScope: 'private' } })
      },
      'tools/call': () => {
        listed.shift()
        return refusal(400, -32020, 'Header mismatch: Mcp-Param-Region is missing')
      },
    }),
  )
  const host = startHost({ servers: { a: { url: 'http://a.test/mcp' } }, fetch: web.fetch, policy: () => 'allow' })
  const changed = until(host.events(), (event) => event.type === 'pin' && event.change.change === 'changed')
  await expect(host.callTool('a__query', { region: 'eu' })).rejects.toMatchObject({ code: -32020 })
  await changed
  expect(web.ofMethod('tools/call').length).toBe(1)
  expect(host.changedTools.map(({ tool, change }) => [tool, change])).toEqual([['query', 'changed']])
  await expect(host.callTool('a__query', { region: 'eu' })).rejects.toMatchObject({ code: 'denied' })
  expect(web.ofMethod('tools/call').length).toBe(1)
})

test('nobody is asked about a tool whose results cannot be checked, and it is listed', async () => {
  verifies('JSCH-07')
  const calls: unknown[] = []
  const server = new FakeServer({
    'server/discover': () => discovered({ tools: {} }),
    'tools/list': () => {
      const tool = { name: 'speak', inputSchema: { type: 'object' }, outputSchema: { $ref: 'https://example.com/' } }
      return { result: { tools: [tool], ttlMs: 60_000, cacheScope: 'private' } }
    },
    'tools/call': ({ params }) => {
      calls.push(params?.['name'])
      return { result: { content: [], structuredContent: 1 } }
    },
  })
  const questions: ConsentRequest[] = []
  const ask: HostOptions['ask'] = (question) => {
    questions.push(question)
    return { answer: 'allow' }
  }
  const host = startHost({ servers: { a: server.target }, ask })
  expect((await host.tools()).map(({ name }) => name)).toEqual(['a__speak'])
  await expect(host.callTool('a__speak', {})).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('its output schema cannot be checked: JSON Schema refused at /$ref'),
  })
  expect([questions, calls, host.audit.map(({ type }) => type).includes('call')]).toEqual([[], [], false])
  await host.callTool('a__speak', {}, { validateOutput: false })
  expect(calls).toEqual(['speak'])
  expect(questions.map(({ type }) => type)).toEqual(['call'])
})

describe('while a person thinks', () => {
  test('closing the host ends the question and the call, and an answer that comes later changes nothing', async () => {
    const { server, calls } = counting()
    const { ask, asked, answer } = person()
    const host = startHost({ servers: { a: server }, ask })
    const call = host.callTool('a__speak', {})
    const { signal } = await asked
    await Promise.all([
      host.close(),
      expect(call).rejects.toMatchObject({ code: 'closed', message: 'The host is closed' }),
    ])
    expect(signal.aborted).toBe(true)
    answer('allow')
    await settled()
    expect(calls).toEqual([])
    expect(host.audit.map(({ type }) => type)).toEqual(['server'])
  })

  test.each<readonly [string, (server: SimulatedServer) => void]>([
    ['changes', (server) => server.change('speak')],
    ['is removed', (server) => server.remove('speak')],
  ])('a tool that %s ends the question and the call: no answer would allow it any more', async (_, change) => {
    const server = new SimulatedServer('a', true)
    const { ask, asked, answer } = person()
    const host = startHost({ servers: { a: server }, ask })
    const call = host.callTool('a__speak', {})
    const { signal } = await asked
    const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
    change(server)
    const denied = {
      code: 'denied',
      message: 'a__speak was not called: it changed while the call waited for approval',
    }
    await Promise.all([aborted, expect(call).rejects.toMatchObject(denied)])
    answer('allow')
    await settled()
    expect(server.calls).toEqual([])
    expect(host.audit.map(({ type }) => type)).not.toContain('decision')
  })

  test('a tool that is listed again as it was does not end the question', async () => {
    const server = new SimulatedServer('a', true)
    const { ask, asked, answer } = person()
    const host = startHost({ servers: { a: server }, ask })
    const call = host.callTool('a__speak', {})
    const { signal } = await asked
    const added = until(host.events(), ({ type }) => type === 'tools')
    server.change('more')
    await added
    expect(signal.aborted).toBe(false)
    answer('allow')
    expect((await call).content).toEqual([{ type: 'text', text: 'a' }])
  })

  test.each<readonly [string, (host: Host) => Promise<void>, string]>([
    ['stopped', (host) => host.stop('a'), 'The server a was stopped'],
    ['taken out', (host) => host.setServers({}), 'The server a was removed'],
    [
      'exchanged',
      (host) => host.setServers({ a: counting().server }),
      'The server a was replaced: its settings changed',
    ],
  ])('a server that is %s ends the question and the call', async (_, end, message) => {
    const { server, calls } = counting()
    const { ask, asked, answer } = person()
    const host = startHost({ servers: { a: server }, ask })
    const call = host.callTool('a__speak', {})
    const { signal } = await asked
    await Promise.all([end(host), expect(call).rejects.toMatchObject({ code: 'closed', message })])
    expect(signal.aborted).toBe(true)
    answer('allow')
    await settled()
    expect(calls).toEqual([])
  })

  test('a server that was started again is another: what was allowed is not called on it unless it is the same', async () => {
    const target = {
      command: process.execPath,
      args: [
        fileURLToPath(new URL('fixtures/changes-when-restarted.mjs', import.meta.url)),
        mkdtempSync(join(tmpdir(), 'omniport-')),
      ],
    }
    const { ask, asked, answer } = person()
    const host = startHost({ servers: { a: target }, ask })
    const call = host.callTool('a__speak', {})
    const { question } = await asked
    expect((question as CallConsent).tool.description).toBe('Start 1')
    const lost = until(host.events(), isState('lost'))
    process.kill(host.servers[0]?.pid ?? 0)
    await lost
    answer('allow')
    await expect(call).rejects.toMatchObject({ code: 'denied' })
    expect(host.audit.at(-1)).toMatchObject({ type: 'result', outcome: 'failed' })
    expect(host.changedTools).toMatchObject([{ tool: 'speak', change: 'changed', after: { description: 'Start 2' } }])
    await expect(host.callTool('a__speak', {})).rejects.toMatchObject({ code: 'denied' })
  })

  test('nobody can change what was shown, and what is called is that', async () => {
    verifies('HOST-02')
    const { server, calls } = counting()
    const changing = ({ args }: ConsentRequest & { readonly args?: unknown }) => {
      ;(args as { list: number[] }).list.push(2)
      return 'allow' as const
    }
    const host = startHost({ servers: { a: server }, policy: changing as NonNullable<HostOptions['policy']> })
    await expect(host.callTool('a__speak', { list: [1] })).rejects.toThrow(TypeError)
    expect(calls).toEqual([])
  })
})

test('a tool that changes, or a host that is closed, while a call is written down, is not called', async () => {
  const server = new SimulatedServer('a', true)
  const writing = [deferred<void>(), deferred<void>()]
  const written = [deferred<void>(), deferred<void>()]
  let at = -1
  const append = ({ type }: { readonly type: string }) => {
    if (type !== 'call') return undefined
    at += 1
    writing[at]?.resolve()
    return written[at]?.promise
  }
  const host = startHost({ servers: { a: server }, policy: () => 'allow', audit: { append } })
  await host.tools()
  await settled()
  const changed = host.callTool('a__speak', {})
  changed.catch(() => {})
  await writing[0]?.promise
  const toolsChanged = until(host.events(), ({ type }) => type === 'tools')
  server.change('speak')
  await toolsChanged
  written[0]?.resolve()
  await expect(changed).rejects.toMatchObject({ code: 'denied' })
  await host.approveTool('a', 'speak')
  const closed = host.callTool('a__speak', {})
  closed.catch(() => {})
  await writing[1]?.promise
  await Promise.all([host.close(), Promise.resolve().then(() => written[1]?.resolve())])
  await expect(closed).rejects.toMatchObject({ code: 'closed' })
  expect(server.calls).toEqual([])
})

test('a call is of the arguments that were given, also where they are changed at once', async () => {
  const { server, calls } = counting()
  const host = startHost({ servers: { a: server }, policy: () => 'allow' })
  const args = { list: [1] }
  const call = host.callTool('a__speak', args)
  args.list.push(2)
  await call
  expect(calls).toEqual([{ list: [1] }])
})

describe('a call of a tool whose server was not started', () => {
  const hanging = { serve: () => new Promise<never>(() => {}) }
  const states = (host: Host) => host.servers.map(({ state }) => state)

  test('starts the server in its name, and no other', async () => {
    const host = startHost({ servers: { bad: hanging, a: counting().server }, policy: () => 'allow' })
    expect((await host.callTool('a__speak', {})).content).toEqual([{ type: 'text', text: 'a' }])
    expect(states(host)).toEqual(['idle', 'ready'])
  })

  test('does not wait for servers that it is not for, where any may have it', async () => {
    const toolName = (server: string, tool: string) => `${tool}_${server}`
    const host = startHost({ servers: { bad: hanging, a: counting().server }, policy: () => 'allow', toolName })
    expect((await host.callTool('speak_a', {})).content).toEqual([{ type: 'text', text: 'a' }])
    expect(states(host)).toEqual(['starting', 'ready'])
  })

  test('starts none where no server can have it', async () => {
    const host = startHost({ servers: { a: counting().server, b: counting().server } })
    for (const name of ['speak', 'c__speak', '__speak', '']) {
      await expect(host.callTool(name, {})).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(states(host)).toEqual(['idle', 'idle'])
  })

  test('starts all where its name is not plain', async () => {
    const host = startHost({ servers: { 'a b': counting().server, a_b: counting().server }, policy: () => 'allow' })
    await expect(host.callTool('a_b__speak_0123456789', {})).rejects.toMatchObject({ code: 'not_found' })
    expect(states(host)).toEqual(['ready', 'ready'])
  })

  test.each<[string, HostOptions['servers'][string], object]>([
    [
      'was not allowed to start',
      { target: { command: 'no-such-program' }, source: { file: 'mcp.json', field: 'mcpServers.a', line: 3 } },
      {
        code: 'denied',
        message: 'The server a may not be started: createHost has neither `ask` nor a `policy` that allows it',
      },
    ],
    [
      'is disabled',
      { target: { command: 'no-such-program' }, isDisabled: true },
      { code: 'closed', message: 'The server a is disabled' },
    ],
  ])('rejects with the reason where the server %s', async (_, settings, expected) => {
    const host = startHost({ servers: { a: settings } })
    await expect(host.callTool('a__speak', {})).rejects.toMatchObject(expected)
  })
})

test('closing ends what is pending, whatever it waits for', async () => {
  const hanging = { serve: () => new Promise<never>(() => {}) }
  const host = startHost({ servers: { bad: hanging } })
  const pending = [host.tools(), host.prompts(), host.client('bad'), host.start('bad'), host.callTool('bad__x', {})]
  const results = Promise.allSettled(pending)
  await settled()
  await host.close()
  expect((await results).map((result) => (result as PromiseRejectedResult).reason)).toEqual(
    pending.map(() => expect.objectContaining({ code: 'closed' })),
  )
})
