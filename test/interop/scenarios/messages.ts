import type { JsonObject } from '../json.js'
import { isWrittenByUs } from '../peers.js'
import type { Scenario } from './scenario.js'

/** What comes while a call is running, and what ends it early. */
export const messages: readonly Scenario[] = [
  {
    needs: ['progress'],
    name: 'progress is reported before the result',
    play: async (driver, key) => {
      const events: unknown[] = []
      const onProgress = (progress: JsonObject) => {
        events.push(progress)
        if (progress['progress'] === 2) received = driver.callTool('received', { key })
      }
      let received: Promise<JsonObject> | undefined
      const { content } = await driver.callTool('count', { key, to: 2 }, { onProgress })
      await received
      return [...events, content]
    },
    expected: (peer) => [
      ...(peer.name === '1.8.0' && !peer.isOurServer
        ? []
        : progress(isWrittenByUs(peer) && peer.revision < '2025-03-26')),
      [{ type: 'text', text: 'counted to 2' }],
    ],
  },
  {
    needs: ['log', 'session'],
    name: 'log messages come from the level on that was set',
    play: async (driver) => {
      const before = driver.logs.length
      await driver.setLogLevel('debug')
      await driver.callTool('log')
      await driver.setLogLevel('warning')
      await driver.callTool('log')
      return driver.logs.slice(before)
    },
    expected: () => [
      { level: 'debug', data: 'small' },
      { level: 'warning', data: { size: 'large' } },
      { level: 'warning', data: { size: 'large' } },
    ],
  },
  {
    needs: ['log'],
    name: 'log messages below the level that was set do not come',
    play: async (driver) => {
      const before = driver.logs.length
      await driver.setLogLevel('warning')
      await driver.callTool('log')
      return driver.logs.slice(before)
    },
    expected: () => [{ level: 'warning', data: { size: 'large' } }],
  },
  {
    needs: ['session'],
    name: 'a call is cancelled, and the tool learns of it',
    play: async (driver, key) => {
      const controller = new AbortController()
      const waiting = driver.callTool('wait', { key }, { signal: controller.signal }).catch(() => 'rejected')
      const started = await driver.callTool('started', { key })
      controller.abort(new Error('enough'))
      const cancelled = await driver.callTool('cancelled', { key })
      return [await waiting, started['content'], cancelled['content']]
    },
    expected: () => ['rejected', [{ type: 'text', text: 'started' }], [{ type: 'text', text: 'cancelled' }]],
  },
]

/** The oldest revision reports no message. */
function progress(isOldest: boolean): readonly object[] {
  return [1, 2].map((progress) => ({ progress, total: 2, ...(!isOldest && { message: `at ${progress}` }) }))
}
