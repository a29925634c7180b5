import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { createClientServices } from '../../client-services.js'
import { completeUrlElicitations } from './complete-url-elicitations.js'

const error = new RpcError(-32042, 'Go there first')

test.each(['accept', 'decline'])('pages that a user answers with %s leave nothing at the signals', async (action) => {
  const runtime = new VirtualRuntime()
  const services = createClientServices({ runtime })
  const { signal } = new AbortController()
  const elicitations = [{ elicitationId: 'a', offer: async () => ({ action }) }]
  const options = { elicitations, error, signal, maxTimeoutMs: 5_000 }
  const outcome = completeUrlElicitations(options, services).then(
    () => 'completed',
    (reason: unknown) => reason,
  )
  await settled()
  services.completions.complete('a')
  expect(await outcome).toBe(action === 'accept' ? 'completed' : error)
  const left = [signal, services.ended.signal].map((one) => getEventListeners(one, 'abort'))
  expect([left, runtime.timers]).toEqual([[[], []], 0])
})
