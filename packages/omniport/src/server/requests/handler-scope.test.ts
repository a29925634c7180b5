import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { settled } from '#test/support/virtual-runtime.js'
import { tool } from '../tools/tool.js'

test('a signal on which a handler leaves a listener is not kept when its call is over, answered or cancelled', async () => {
  const signals: WeakRef<AbortSignal>[] = []
  const listen = tool({
    run: (_args, { signal }) => {
      signals.push(new WeakRef(signal))
      signal.addEventListener('abort', () => {})
      return 'done'
    },
  })
  const wait = tool({
    run: (_args, { signal }) => {
      signals.push(new WeakRef(signal))
      return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('')))
    },
  })
  const { server } = defineServer({ tools: { listen, wait } })
  const connection = await connectRaw(server, { revision: '2026-07-28' })
  for (let call = 0; call < 20; call += 1) await connection.request('tools/call', { name: 'listen', arguments: {} })
  for (let call = 0; call < 20; call += 1) {
    void connection.request('tools/call', { name: 'wait', arguments: {} }, `wait ${call}`)
    await settled()
    connection.notify('notifications/cancelled', { requestId: `wait ${call}` })
  }
  await settled()
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // which the flag makes a function
  for (let round = 0; round < 3; round += 1) {
    collect()
    await settled()
  }
  expect(signals.length).toBe(40)
  // What the engine still has in its registers is not kept.
  expect(signals.filter((signal) => signal.deref() !== undefined).length).toBeLessThanOrEqual(2)
  connection.close()
})
