import { expect, test } from 'vitest'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { verifies } from '../requirements/verifies.js'
import { beginSession, initializeRequest, post, postModern } from '../support/http-client.js'
import { defineHttpServer } from '../support/http-server.js'
import { httpShells, type OpenShell } from '../support/http-shells.js'
import { SseReader } from '../support/sse-reader.js'

/** What a client of any revision does here. */
interface Client {
  call(name: string): Promise<unknown>
  /** The next change it hears of. */
  change(): Promise<unknown>
  close(): Promise<unknown>
}

const legacy =
  (revision: '2025-03-26' | '2025-06-18' | '2025-11-25') =>
  async (shell: OpenShell): Promise<Client> => {
    const session = await beginSession(shell, { revision })
    const changes = new SseReader(await session.get())
    return {
      call: async (name) => (await (await session.request('tools/call', { name })).json()).result,
      change: () => changes.message(),
      close: async () => {
        await changes.cancel()
        expect((await session.delete()).status).toBe(204)
      },
    }
  }

async function oldest(shell: OpenShell): Promise<Client> {
  const stream = new SseReader(
    await shell.send({ method: 'GET', path: '/sse', headers: { accept: 'text/event-stream' } }),
  )
  const path = (await stream.next())?.data ?? ''
  const send = async (value: unknown) => expect((await post(shell, value, { path })).status).toBe(202)
  await send(initializeRequest('2024-11-05'))
  await stream.message()
  await send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return {
    call: async (name) => {
      await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })
      return ((await stream.message()) as { result: unknown }).result
    },
    change: () => stream.message(),
    close: () => stream.cancel(),
  }
}

async function modern(shell: OpenShell): Promise<Client> {
  const notifications = { toolsListChanged: true }
  const changes = new SseReader(await postModern(shell, 'subscriptions/listen', { notifications }))
  await changes.message()
  return {
    call: async (name) => (await (await postModern(shell, 'tools/call', { name })).json()).result,
    change: () => changes.message(),
    close: () => changes.cancel(),
  }
}

const revisions: readonly (readonly [string, (shell: OpenShell) => Promise<Client>])[] = [
  ['2024-11-05', oldest],
  ['2025-03-26', legacy('2025-03-26')],
  ['2025-06-18', legacy('2025-06-18')],
  ['2025-11-25', legacy('2025-11-25')],
  ['2026-07-28', modern],
]

test.each(httpShells)('$shell serves all five revisions at once, each in its own words', async ({ open }) => {
  verifies('HTTP-01', 'HTTP-02', 'SSE-01', 'HTTP-34')
  const { server, onHook } = defineHttpServer()
  onHook(({ revision }) => revision)
  const shell = await open(server)
  const clients = await Promise.all(revisions.map(([, connect]) => connect(shell)))

  const answers = await Promise.all(clients.map((client) => client.call('hook')))
  expect(answers.map((answer) => (answer as { content: unknown }).content)).toEqual(
    revisions.map(([revision]) => [{ type: 'text', text: revision }]),
  )
  const echoes = await Promise.all(clients.map((client) => client.call('echo')))
  expect(echoes.map((answer) => Object.hasOwn(answer as object, 'resultType'))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])

  const changes = Promise.all(clients.map((client) => client.change()))
  server.tools.set('new', tool({ run: () => 'x' }))
  expect(await changes).toEqual(
    revisions.map(([revision]) => ({
      jsonrpc: '2.0',
      method: 'notifications/tools/list_changed',
      ...(revision === '2026-07-28' && { params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } } }),
    })),
  )
  await Promise.all(clients.map((client) => client.close()))
  await shell.close()
})
