import type { CrossingClient } from '../crossing-client.js'
import { type Feature, since2025Nov } from '../feature.js'

type Json = Readonly<Record<string, unknown>>

/** A tool called as a task. */
export const taskFeatures: readonly Feature[] = [
  {
    name: 'task',
    revisions: since2025Nov,
    staysInRevision: true,
    play: async (client) => {
      const params = { name: 'double', arguments: { n: 21 }, ...(!client.isModern && { task: { ttl: 60_000 } }) }
      const { result = {} } = await client.request('tools/call', params)
      const created = (client.isModern ? result : (result['task'] ?? {})) as Json
      const taskId = String(created['taskId'])
      const ended = await followed(client, taskId)
      const unknown = await client.request('tasks/get', { taskId: 'nobody' })
      const fetched = withoutTaskId(await resultOf(client, ended, taskId), taskId)
      return [created['status'], ended['status'], fetched, unknown.error?.code]
    },
  },
]

async function followed(client: CrossingClient, taskId: string): Promise<Json> {
  for (;;) {
    const { result = {}, error } = await client.request('tasks/get', { taskId })
    if (error !== undefined) return { status: error }
    if (result['status'] !== 'working') return result
  }
}

/** The result of the tool: a part of the task in one revision, requested in the other. */
async function resultOf(client: CrossingClient, ended: Json, taskId: string): Promise<unknown> {
  if (client.isModern) return ended['result']
  return (await client.request('tasks/result', { taskId })).result
}

function withoutTaskId(value: unknown, taskId: string): unknown {
  return JSON.parse(JSON.stringify(value ?? null).replaceAll(JSON.stringify(taskId), '"task"'))
}
