import type { CrossingClient } from '../crossing-client.js'
import type { Feature } from '../feature.js'

/** What comes while a call runs, and what ends it. */
export const messageFeatures: readonly Feature[] = [
  {
    name: 'progress',
    play: async (client, key) => {
      const token = `progress ${key}`
      const before = client.messageCount
      const params = { name: 'count', arguments: { key }, _meta: { progressToken: token } }
      const counted = client.request('tools/call', params)
      const reports = await client.received('notifications/progress', 3, before)
      await client.callTool('receive', { key })
      const { result } = await counted
      return [
        reports.map((report) => ({ ...report.params, progressToken: report.params?.['progressToken'] === token })),
        result,
      ]
    },
  },
  {
    name: 'cancel',
    play: async (client, key) => {
      const id = `wait ${key}`
      const before = client.messageCount
      let answer: unknown
      void client.send('tools/call', { name: 'wait', arguments: { key } }, id).then((response) => {
        answer = response
      })
      const started = await client.callTool('started', { key })
      client.notify('notifications/cancelled', { requestId: id, reason: 'enough' })
      const cancelled = await client.callTool('cancelled', { key })
      const after = await client.callTool('add', { a: 1, b: 1 })
      return [started, cancelled, after.result?.['content'], answer, client.since(before)]
    },
  },
  {
    name: 'log',
    play: async (client) => [await log(client, 'debug'), await log(client, 'warning')],
  },
]

/** Sessions have a level, modern requests name one. */
async function log(client: CrossingClient, level: string): Promise<unknown> {
  const params = { name: 'log', arguments: {} }
  if (client.isModern) {
    return client.request('tools/call', { ...params, _meta: { 'io.modelcontextprotocol/logLevel': level } })
  }
  const { error } = await client.request('logging/setLevel', { level })
  if (error !== undefined) throw new Error(error.message)
  return client.request('tools/call', params)
}
