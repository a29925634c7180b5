import assert from 'node:assert/strict'
import { expectRejection, expectText } from './expect.mjs'

/** Calls that go on as tasks: waited for, asked for, cancelled. */
export function tasksOf(client) {
  return [
    [
      'task',
      async () => {
        const task = await client.callTask('job', { ms: 20 })
        assert.notEqual(task.id, '')
        expectText(await task.result(), 'worked 20')
      },
    ],
    ['task waited for', async () => expectText(await client.callTool('job', { ms: 5 }), 'worked 5')],
    [
      'task cancelled',
      async () => {
        const task = await client.callTask('job', { ms: 60_000 })
        await task.cancel()
        await expectRejection(task.result(), { code: 'closed' })
      },
    ],
  ]
}
