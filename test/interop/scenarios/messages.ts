import type { JsonObject } from '../json.js'
import type { Scenario } from './scenario.js'

/** What comes while a call is running, and what ends it early. */
export const messages: readonly Scenario[] = [
  {
    name: 'progress is reported before the result',
    play: async (driver) => {
      const events: unknown[] = []
      const onProgress = (progress: JsonObject) => {
        events.push(progress)
        if (progress['done'] === 2) heard = driver.callTool('heard')
      }
      let heard: Promise<JsonObject> | undefined
      const { content } = await driver.callTool('count', { to: 2 }, { onProgress })
      await heard
      return [...events, content]
    },
    expected: ({ name, isOurServer, revision }) => [
      ...(name === '1.8.0' && !isOurServer ? [] : progress(isOurServer && revision < '2025-03-26')),
      [{ type: 'text', text: 'counted to 2' }],
    ],
  },
  {
    name: 'log messages come from the level on that was set',
    play: async (driver) => {
      await driver.setLogLevel('debug')
      await driver.callTool('log')
      await driver.setLogLevel('warning')
      await driver.callTool('log')
      return driver.logs
    },
    expected: () => [
      { level: 'debug', data: 'small' },
      { level: 'warning', data: { size: 'large' } },
      { level: 'warning', data: { size: 'large' } },
    ],
  },
  {
    name: 'a call is cancelled, and the tool learns of it',
    play: async (driver) => {
      const controller = new AbortController()
      const waiting = driver.callTool('wait', {}, { signal: controller.signal }).catch(() => 'rejected')
      const started = await driver.callTool('started')
      controller.abort(new Error('enough'))
      const cancelled = await driver.callTool('cancelled')
      return [await waiting, started['content'], cancelled['content']]
    },
    expected: () => ['rejected', [{ type: 'text', text: 'started' }], [{ type: 'text', text: 'cancelled' }]],
  },
]

/** The oldest revision reports no message. */
function progress(isOldest: boolean): readonly object[] {
  return [1, 2].map((done) => ({ done, total: 2, ...(!isOldest && { message: `at ${done}` }) }))
}
