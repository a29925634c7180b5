import process from 'node:process'
import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { deferred } from '../client/fixtures/connect-fake.js'
import { FakeServer, initialized } from '../client/fixtures/fake-server.js'
import { FakeWeb } from '../client/http/fixtures/fake-web.js'
import { modernServer } from '../client/http/fixtures/servers.js'
import type { AuditRecord } from './audit/audit-record.js'
import type { ConsentRequest } from './consent/requests/consent-request.js'
import { startHost } from './fixtures/start-host.js'
import type { Host } from './host.js'
import type { HostOptions } from './host-options.js'

/** A person who thinks until told, and then allows it. */
function person() {
  const [shown, allowed] = [deferred<ConsentRequest>(), deferred<'allow'>()]
  const ask: NonNullable<HostOptions['ask']> = (question) => {
    shown.resolve(structuredClone(question))
    return allowed.promise
  }
  return { ask, shown: shown.promise, allow: () => allowed.resolve('allow') }
}

const source = { file: 'mcp.json', line: 1, field: 'a' }

/** Writes the variable that it was started with, and ends. */
const program = "console.error('got ' + process.env.NODE_OPTIONS)"

test('a program gets the variables that were there when somebody was asked', async () => {
  verifies('SEC-10')
  const target = { command: process.execPath, args: ['-e', program], env: { NODE_OPTIONS: '--no-deprecation' } }
  const { ask, shown, allow } = person()
  const host = startHost({ servers: { a: { target, source } }, ask })
  const lines = firstLine(host)
  const starting = expect(host.start('a')).rejects.toMatchObject({ code: 'unreachable' })
  expect(await shown).toMatchObject({ launch: { loaders: { NODE_OPTIONS: '--no-deprecation' } } })
  target.env.NODE_OPTIONS = '--no-warnings'
  allow()
  expect(await lines).toBe('got --no-deprecation')
  await starting
})

async function firstLine(host: Host): Promise<string | undefined> {
  for await (const event of host.events()) if (event.type === 'stderr') return event.text
  return undefined
}

test('a server over HTTP gets the headers that were there when somebody was asked', async () => {
  verifies('SEC-10')
  const web = new FakeWeb(modernServer())
  const headers: Record<string, string> = { 'x-key': 'good' }
  const { ask, shown, allow } = person()
  const host = startHost({
    servers: { a: { target: { url: 'https://a.test/mcp', headers }, source } },
    fetch: web.fetch,
    ask,
  })
  const starting = host.start('a')
  expect(await shown).toMatchObject({ launch: { url: 'https://a.test/mcp', headers: ['x-key'] } })
  headers['x-key'] = 'bad'
  headers['x-more'] = 'bad'
  allow()
  await starting
  const sent = web.requests.map((request) => [request.headers.get('x-key'), request.headers.get('x-more')])
  expect(sent).toEqual(web.requests.map(() => ['good', null]))
  expect(sent.length).toBeGreaterThan(0)
})

/** A server that asks for the roots, and what it is told. */
function curious() {
  const reported = deferred<unknown>()
  const server = new FakeServer({
    initialize: () => initialized({ tools: {} }),
    'tools/list': () => ({ result: { tools: [] } }),
  })
  const writer = server.target.writable.getWriter()
  const writable = new WritableStream<unknown>({
    write: (message) => {
      const { id, result } = message as { readonly id?: unknown; readonly result?: unknown }
      if (id === 'roots') reported.resolve(result)
      return writer.write(message)
    },
    close: () => writer.close(),
  })
  return {
    target: { readable: server.target.readable, writable },
    askForRoots: () => server.send({ id: 'roots', method: 'roots/list' }),
    reported: reported.promise,
  }
}

const given = () => [{ uri: 'file:///a', name: 'A' }, { uri: 'file:///b' }]

test.each<readonly [string, (host: Host, roots: ReturnType<typeof given>) => void]>([
  ['createHost', () => {}],
  ['setRoots', (host, roots) => host.setRoots(roots)],
])('a server is told the roots that were there when somebody was asked, all of them: %s', async (way, set) => {
  verifies('ROOT-09')
  const server = curious()
  const { ask, shown, allow } = person()
  const roots = given()
  const host = startHost({
    servers: { a: server.target },
    roots: way === 'createHost' ? roots : [],
    rootExists: () => true,
    ask,
  })
  set(host, roots)
  await host.start('a')
  server.askForRoots()
  expect(await shown).toMatchObject({ type: 'roots', roots: given() })
  for (const root of roots) root.uri = 'file:///bad'
  roots.push({ uri: 'file:///worse' })
  allow()
  expect(await server.reported).toEqual({ roots: given() })
  expect(host.audit.find(({ type }) => type === 'roots')).toMatchObject({ uris: ['file:///a', 'file:///b'] })
})

test('a prompt is asked for with the arguments that were there when it was written down', async () => {
  const [writing, written] = [deferred<AuditRecord>(), deferred<void>()]
  const append = (record: AuditRecord) => {
    if (record.type !== 'prompt') return undefined
    writing.resolve(record)
    return written.promise
  }
  const server = new FakeServer({
    initialize: () => initialized({ prompts: {} }),
    'prompts/get': () => ({ result: { messages: [] } }),
  })
  const host = startHost({ servers: { a: server.target }, audit: { append } })
  const args = { name: 'Ann' }
  const prompt = host.getPrompt({ server: 'a', name: 'hello' }, args)
  expect(await writing.promise).toMatchObject({ prompt: 'hello', args: { name: 'Ann' } })
  args.name = 'Bob'
  written.resolve()
  await prompt
  expect(server.ofMethod('prompts/get').map(({ params }) => params)).toEqual([
    { name: 'hello', arguments: { name: 'Ann' } },
  ])
})
