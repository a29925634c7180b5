import type { Message } from '#test/support/connect-raw.js'
import type { CrossingClient } from '../crossing-client.js'
import type { Feature } from '../feature.js'

/** Changes that are subscribed to, each announced once. */
export const changeFeatures: readonly Feature[] = [
  {
    name: 'subscribe',
    play: async (client, key) => {
      const before = client.messageCount
      const stop = await subscribe(client, key)
      for (const [what, method] of announced) {
        await client.callTool('announce', { what })
        await client.received(method, 1, before)
      }
      await stop()
      await client.callTool('announce', { what: 'note' })
      await client.callTool('add', { a: 1, b: 1 })
      return client.since(before).map(withoutSubscription)
    },
  },
  {
    name: 'changes',
    play: async (client, key) => {
      const before = client.messageCount
      const stop = await subscribe(client, `changes ${key}`)
      for (const [what, method] of [...announced, prompts]) {
        const from = client.messageCount
        await client.callTool('announce', { what, times: 3 })
        await client.received(method, client.isModern && what === 'prompts' ? 0 : 3, from)
      }
      // What is not subscribed to, and what is not a change.
      await client.callTool('announce', { what: 'other' })
      for (const method of ['tools/list', 'prompts/list', 'resources/list']) await client.request(method)
      await client.callTool('add', { a: 1, b: 1 })
      await stop()
      await client.callTool('announce', { what: 'note', times: 2 })
      await client.callTool('add', { a: 1, b: 1 })
      return client.since(before).map(withoutSubscription)
    },
  },
]

const prompts = ['prompts', 'notifications/prompts/list_changed'] as const

const announced = [
  ['note', 'notifications/resources/updated'],
  ['tools', 'notifications/tools/list_changed'],
  ['resources', 'notifications/resources/list_changed'],
] as const

/** Resolves once changes come, with what ends that. */
async function subscribe(client: CrossingClient, key: string): Promise<() => Promise<void>> {
  if (!client.isModern) {
    const call = async (method: string) => {
      const { error } = await client.request(method, { uri: 'note://today' })
      if (error !== undefined) throw new Error(error.message)
    }
    await call('resources/subscribe')
    return () => call('resources/unsubscribe')
  }
  const id = `listen ${key}`
  const from = client.messageCount
  const notifications = { toolsListChanged: true, resourcesListChanged: true, resourceSubscriptions: ['note://today'] }
  void client.send('subscriptions/listen', { notifications }, id)
  await client.received('notifications/subscriptions/acknowledged', 1, from)
  return async () => client.notify('notifications/cancelled', { requestId: id })
}

function withoutSubscription({ method, params = {} }: Message): object {
  const { _meta, ...rest } = params
  return { method, params: rest, isTagged: Object.hasOwn(Object(_meta), 'io.modelcontextprotocol/subscriptionId') }
}
