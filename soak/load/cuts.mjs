import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { expectText } from './expect.mjs'

/** Cuts all connections while a call reports progress. */
function callWithCut(client, relay) {
  const seen = []
  const onProgress = ({ progress }) => {
    seen.push(progress)
    if (progress === 2) relay.cut()
  }
  return { seen, call: client.callTool('steps', { count: 6, ms: 10 }, { onProgress }) }
}

/** A call of 2025-11-25 whose stream is cut goes on where it was: nothing is lost, and nothing comes twice. */
export function resumedCall(client, relay) {
  return async () => {
    const { seen, call } = callWithCut(client, relay)
    expectText(await call, 'done 6')
    assert.deepEqual(seen, [1, 2, 3, 4, 5, 6])
    await noticed()
  }
}

/** One of 2026-07-28 is lost, and says so, unless its answer was there before the cut. */
export function lostCall(client, relay) {
  return async () => {
    const { seen, call } = callWithCut(client, relay)
    const lost = await call.then(
      () => undefined,
      (error) => error,
    )
    if (lost !== undefined) assert.equal(lost.code, 'closed')
    const whole = [1, 2, 3, 4, 5, 6]
    assert.deepEqual(seen, lost === undefined ? whole : whole.slice(0, seen.length))
    await noticed()
  }
}

/** A server of 2025-11-25 that ends the response itself is asked for the rest. */
export function polledCall(client) {
  return async () => {
    const seen = []
    const onProgress = ({ progress }) => seen.push(progress)
    expectText(await client.callTool('steps', { count: 4, ms: 10, disconnects: true }, { onProgress }), 'done 4')
    assert.deepEqual(seen, [1, 2, 3, 4])
  }
}

/** What was there before the cut may have answered the call: then the next would go out on connections that are not yet known to be cut. */
async function noticed() {
  await turn()
  await turn()
}
