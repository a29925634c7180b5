import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { legacyRevisions } from '../protocol/revisions/revision.js'
import { prompt } from './prompts/prompt.js'
import { resource } from './resources/resource.js'
import type { Server } from './server.js'
import type { CapabilityOptions } from './server-options.js'
import { tool } from './tools/tool.js'

const aTool = tool({ run: () => '' })
const city = resource({ uri: 'city:oslo', read: () => '' })
const all = { tools: { t: aTool }, prompts: { p: prompt({ get: () => '' }) }, resources: { city } }
const listed = { listChanged: true }
const full = { tools: listed, prompts: listed, resources: { ...listed, subscribe: true } }
const asked = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['city:oslo'],
}
const quiet = { listChanged: false }
const nothing = { tools: quiet, prompts: quiet, resources: { listChanged: false, subscribe: false } }

function changeEverything(server: Server): void {
  server.tools.set('t', aTool)
  server.prompts.delete('p')
  server.resources.listChanged()
  server.resources.updated('city:oslo')
}

const cases: readonly (readonly [string, CapabilityOptions, object, readonly string[]])[] = [
  [
    'nothing less',
    {},
    full,
    ['tools/list_changed', 'prompts/list_changed', 'resources/list_changed', 'resources/updated'],
  ],
  [
    'no changes of tools',
    { tools: quiet },
    { ...full, tools: {} },
    ['prompts/list_changed', 'resources/list_changed', 'resources/updated'],
  ],
  [
    'no changes of prompts',
    { prompts: quiet },
    { ...full, prompts: {} },
    ['tools/list_changed', 'resources/list_changed', 'resources/updated'],
  ],
  [
    'no changes of the resources',
    { resources: quiet },
    { ...full, resources: { subscribe: true } },
    ['tools/list_changed', 'prompts/list_changed', 'resources/updated'],
  ],
  [
    'no subscriptions',
    { resources: { subscribe: false } },
    { ...full, resources: listed },
    ['tools/list_changed', 'prompts/list_changed', 'resources/list_changed'],
  ],
  ['none of it', nothing, { tools: {}, prompts: {}, resources: {} }, []],
]

describe('a server that declares', () => {
  test.each(cases)('%s keeps to that in a session', async (_name, capabilities, declared, announced) => {
    verifies('CAP-06', 'VER-10')
    const { server } = defineServer({ ...all, capabilities })
    const connection = await connectRaw(server, { handshake: 'none' })
    const clientInfo = { name: 'c', version: '1' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    const { result } = await connection.request('initialize', params)
    expect(result?.['capabilities']).toEqual({ logging: {}, ...declared })
    connection.notify('notifications/initialized')
    await connection.request('resources/subscribe', { uri: 'city:oslo' })
    changeEverything(server)
    await connection.settle()
    expect(connection.messages.map(({ method }) => method)).toEqual(announced.map((name) => `notifications/${name}`))
    connection.close()
  })

  test.each(cases)('%s keeps to that in a subscription', async (_name, capabilities, declared, announced) => {
    verifies('CAP-06')
    const { server } = defineServer({ ...all, capabilities })
    const connection = await connectRaw(server, { revision: '2026-07-28' })
    const { result } = await connection.request('server/discover')
    expect(result?.['capabilities']).toEqual({ logging: {}, ...declared })
    void connection.request('subscriptions/listen', { notifications: asked })
    await connection.settle()
    changeEverything(server)
    await connection.settle()
    expect(connection.messages.map(({ method }) => method)).toEqual(
      ['subscriptions/acknowledged', ...announced].map((name) => `notifications/${name}`),
    )
    connection.close()
  })

  test.each(legacyRevisions)('no subscriptions has no method for them at %s', async (revision) => {
    const { server } = defineServer({ ...all, capabilities: nothing })
    const connection = await connectRaw(server, { revision })
    for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
      const { error } = await connection.request(method, { uri: 'city:oslo' })
      expect(error).toEqual({ code: -32601, message: `Method not found: ${method}` })
    }
    connection.close()
  })

  test('nothing of it confirms an empty filter', async () => {
    const { server } = defineServer({ ...all, capabilities: nothing })
    const connection = await connectRaw(server, { revision: '2026-07-28' })
    void connection.request('subscriptions/listen', { notifications: asked })
    await connection.settle()
    expect(connection.messages.map(({ params }) => params?.['notifications'])).toEqual([{}])
    connection.close()
  })
})
