import { type Feature, since2025Nov } from '../feature.js'
import { seen, TaskFollower } from '../task-follower.js'

type Json = Readonly<Record<string, unknown>>

/** Tools called as tasks: of 2025-11-25, or of the extension. */
export const taskFeatures: readonly Feature[] = [
  {
    name: 'task',
    revisions: since2025Nov,
    play: async (client) => {
      const tasks = new TaskFollower(client)
      const { result = {} } = await client.request('tools/list')
      const double = (result['tools'] as readonly Json[]).find(({ name }) => name === 'double')
      return {
        support: client.isModern ? 'optional' : (double?.['execution'] as Json | undefined)?.['taskSupport'],
        double: await tasks.follow('double', { n: 21 }),
        spoil: await tasks.follow('spoil'),
        deny: await tasks.follow('deny'),
        unknown: (await client.request('tasks/get', { taskId: 'nobody' })).error?.code,
      }
    },
  },
  {
    name: 'task input',
    revisions: since2025Nov,
    play: async (client) => {
      const tasks = new TaskFollower(client)
      const answer = { role: 'assistant', content: { type: 'text', text: 'A cat' }, model: 'cat-1' }
      const form = { action: 'accept', content: { name: 'Ann', colour: 'red' } }
      return [
        await tasks.follow('survey', {}, ({ method }) => (method === 'elicitation/create' ? form : answer)),
        await tasks.follow('survey', {}, ({ method }) =>
          method === 'elicitation/create' ? { action: 'decline' } : answer,
        ),
      ]
    },
  },
  {
    name: 'task cancel',
    revisions: since2025Nov,
    play: async (client, key) => {
      const tasks = new TaskFollower(client)
      const { taskId } = await tasks.begin('hold', { key: `task ${key}` })
      await client.callTool('started', { key: `task ${key}` })
      const { error } = await client.request('tasks/cancel', { taskId })
      const ended = seen(await tasks.settled(taskId))
      const cancelled = await client.callTool('cancelled', { key: `task ${key}` })
      return [error, ended, cancelled.result?.['content']]
    },
  },
  {
    name: 'task status',
    revisions: since2025Nov,
    play: async (client, key) => {
      const tasks = new TaskFollower(client)
      const from = client.messageCount
      const { taskId } = await tasks.begin('hold', { key: `status ${key}` })
      const id = `listen to task ${key}`
      if (client.isModern) void client.send('subscriptions/listen', { notifications: { taskIds: [taskId] } }, id)
      await client.callTool('started', { key: `status ${key}` })
      await client.request('tasks/cancel', { taskId })
      const method = client.isModern ? 'notifications/tasks' : 'notifications/tasks/status'
      const last = await client.notified(
        method,
        from,
        ({ params = {} }) => params['taskId'] === taskId && params['status'] === 'cancelled',
      )
      if (client.isModern) client.notify('notifications/cancelled', { requestId: id })
      return seen(last.params ?? {})
    },
  },
]
