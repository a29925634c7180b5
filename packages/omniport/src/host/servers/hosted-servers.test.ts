import { expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { deferred } from '../../client/fixtures/connect-fake.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { createFetchHandler } from '../../transport/http/create-fetch-handler.js'
import type { ConsentRequest } from '../consent/requests/consent-request.js'
import { createHost } from '../create-host.js'
import { SimulatedServer } from '../fixtures/simulated-server.js'
import { startHost } from '../fixtures/start-host.js'
import type { HostEvent } from '../host-event.js'
import type { HostOptions } from '../host-options.js'

test.each<readonly [unknown, string]>([
  [{ target: null }, 'servers.a: target must be a URL, { url }'],
  [{ target: 5 }, 'servers.a: target must be a URL, { url }'],
  [{}, 'servers.a: target must be a URL'],
  [{ command: 5 }, 'servers.a: target.command must be a string'],
  [{ command: 'x', args: [5] }, 'servers.a: target.args must be an array of strings'],
  [{ command: 'x', args: 'y' }, 'servers.a: target.args must be an array of strings'],
  [{ command: 'x', env: { A: 1 } }, 'servers.a: target.env must be an object of strings'],
  [{ command: 'x', cwd: 5 }, 'servers.a: target.cwd must be a string, got 5'],
  [{ command: 'x', args: ['y\0'] }, 'servers.a: target.args[0] must not hold a NUL character'],
  [{ command: 'x', env: { A: 'y\0' } }, 'servers.a: target.env.A must not hold a NUL character'],
  [{ command: '' }, 'servers.a: target.command must be a string that is not empty'],
  [{ url: 'http://a', headers: { A: 1 } }, 'servers.a: target.headers: "A" is no header that can be sent'],
  [{ url: 5 }, 'servers.a: target.url must be an http: or https: address, got number'],
  [{ url: 'ftp://a' }, 'servers.a: target.url must be an http: or https: address, got ftp:'],
  [
    'node server.js',
    'servers.a: target.url must be an http: or https: address, got text that is no address; a program',
  ],
  [{ url: 'http://good', command: 'bad' }, 'servers.a: target must be a URL, { url }'],
])('a target of %j is refused, and the servers there are go on', async (target, message) => {
  const b = createServer({ name: 'b', version: '1.0.0', tools: { speak: tool({ run: () => '' }) } })
  const host = startHost({ servers: { b } })
  await host.tools()
  const servers = { a: target } as HostOptions['servers']
  expect(() => createHost({ servers })).toThrow(TypeError)
  await expect(host.setServers(servers)).rejects.toThrow(message.replace('servers.a', 'setServers: servers.a'))
  expect(host.servers).toMatchObject([{ name: 'b', state: 'ready' }])
})

test('what is changed in the settings after somebody agreed to them is not started', async () => {
  const [answer, asked] = [deferred<'deny'>(), deferred<ConsentRequest>()]
  const target = { command: 'good', args: ['x'], env: { A: '1' } }
  const source = { file: 'mcp.json', line: 1, field: 'a' }
  const host = startHost({
    servers: { a: { target, source } },
    ask: (question) => {
      asked.resolve(structuredClone(question))
      return answer.promise
    },
  })
  const starting = host.start('a')
  const shown = await asked.promise
  target.command = 'bad'
  target.args.push('bad')
  expect(shown).toMatchObject({ launch: { command: 'good', args: ['x'] } })
  expect(host.servers[0]?.launch).toMatchObject({ command: 'good', args: ['x'] })
  answer.resolve('deny')
  await expect(starting).rejects.toMatchObject({ code: 'denied' })
  await host.setServers({ a: { target, source } })
  expect(host.servers[0]).toMatchObject({ state: 'idle', launch: { command: 'bad', args: ['x', 'bad'] } })
})

test('closing waits for servers that were taken out and have not ended yet', async () => {
  const ended = deferred<void>()
  const server = new SimulatedServer('a', true)
  const writer = server.writable.getWriter()
  const writable = new WritableStream({ write: (chunk) => writer.write(chunk), close: () => ended.promise })
  const host = startHost({ servers: { a: { readable: server.readable, writable } } })
  await host.tools()
  let left = 2
  const over = () => {
    left -= 1
  }
  const [replacing, closing] = [host.setServers({}).then(over), host.close().then(over)]
  await settled()
  expect(left).toBe(2)
  ended.resolve()
  await Promise.all([replacing, closing])
})

test('another order is told', async () => {
  const [a, b] = [new SimulatedServer('a', true), new SimulatedServer('b', true)]
  const host = startHost({ servers: { a, b } })
  await host.tools()
  const events = host.events()[Symbol.asyncIterator]()
  await host.setServers({ b, a })
  const reported: HostEvent = { type: 'tools', server: 'b', added: [], changed: [], removed: [] }
  expect((await events.next()).value).toEqual(reported)
  expect((await host.tools()).map(({ name }) => name)).toEqual(['b__speak', 'a__speak'])
})

test('what is blocked of a server that is taken out is not listed any more; of one that comes back it is told again', async () => {
  const server = new SimulatedServer('a', true)
  const host = startHost({ servers: { a: server } })
  await host.tools()
  await host.stop('a')
  server.change('speak')
  await host.start('a')
  expect(await host.tools()).toEqual([])
  expect(host.changedTools).toMatchObject([{ tool: 'speak', before: { description: 'speak of a, version 1' } }])
  await host.setServers({})
  await settled()
  expect(host.changedTools).toEqual([])
  await host.setServers({ a: server })
  await host.tools()
  expect(host.changedTools).toMatchObject([{ tool: 'speak', isBlocked: true }])
})

test('secrets of servers that are gone are not written down either', async () => {
  const a = new SimulatedServer('a', true)
  const host = startHost({
    servers: { a, b: { url: 'http://127.0.0.1:1', headers: { 'x-key': 'sesame-open' } } },
    policy: () => 'allow',
  })
  await host.setServers({ a })
  await host.callTool('a__speak', { text: 'sesame-open' })
  expect(host.audit.find(({ type }) => type === 'call')).toMatchObject({ args: { text: '***' } })
})

test('what was blocked of a server is not what another under its name can be approved as', async () => {
  const describing = (description: string) =>
    createServer({ name: 'a', version: '1.0.0', tools: { speak: tool({ description, run: () => '' }) } })
  const host = startHost({ servers: { a: describing('one') } })
  await host.tools()
  await host.setServers({ a: describing('two') })
  await host.tools()
  expect(host.changedTools).toMatchObject([{ tool: 'speak', after: { description: 'two' } }])
  const reported = host.changedTools[0]?.definition
  await host.setServers({ a: describing('one') })
  expect(host.changedTools).toEqual([])
  await expect(host.approveTool('a', 'speak', reported)).rejects.toMatchObject({ code: 'denied' })
  expect((await host.tools()).map(({ description }) => description)).toEqual(['one'])
})

test('secrets that a host gets for a server are not in its audit log', async () => {
  const server = createServer({ name: 'a', version: '1.0.0', tools: { speak: tool({ run: () => '' }) } })
  const handler = createFetchHandler(server, { allowedHosts: ['a.test'] })
  const host = startHost({
    servers: { a: 'https://a.test/mcp' },
    fetch: (input, init) => handler(new Request(input, init)),
    auth: () => ({ token: 'SECRET-TOKEN-1' }),
    policy: () => 'allow',
  })
  await host.callTool('a__speak', { text: 'SECRET-TOKEN-1' })
  expect(host.audit.find(({ type }) => type === 'call')).toMatchObject({ args: { text: '***' } })
})
