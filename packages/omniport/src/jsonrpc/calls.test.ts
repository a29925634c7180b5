import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '../../../../test/support/manual-runtime.js'
import type { Call } from './call.js'
import { Calls } from './calls.js'
import type { RpcResponse } from './messages.js'

const request = { jsonrpc: '2.0', id: 1, method: 'm' } as const
const tooLong = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'm took longer than 100 ms' } }

function start(deadlineMs?: number) {
  const runtime = createManualRuntime()
  const sent: RpcResponse[] = []
  let call: Call | undefined
  new Calls(runtime, () => {}).start(request, {
    serve: () => new Promise(() => {}),
    exchange: (made) => {
      call = made
    },
    reply: (response) => void sent.push(response),
    deadlineMs,
  })
  return { runtime, sent, call: call as unknown as Call } // `exchange` was called before `start` returned
}

describe('a call that is held', () => {
  test('does not run out of time, and goes on with what is left when the last hold is released', () => {
    const { runtime, sent, call } = start(100)
    runtime.advance(60)
    const [first, second] = [call.hold(), call.hold()]
    runtime.advance(1_000)
    first()
    runtime.advance(1_000)
    expect([sent, call.signal.aborted]).toEqual([[], false])
    second()
    runtime.advance(39)
    expect(sent).toEqual([])
    runtime.advance(1)
    expect([sent, call.signal.aborted, runtime.timers]).toEqual([[tooLong], true, 0])
  })

  test('leaves nothing behind when it ends', () => {
    const { runtime, sent, call } = start(100)
    const release = call.hold()
    runtime.advance(200)
    call.settle({ jsonrpc: '2.0', id: 1, result: {} })
    release()
    call.hold()()
    runtime.advance(1_000)
    expect([sent, runtime.timers]).toEqual([[{ jsonrpc: '2.0', id: 1, result: {} }], 0])
  })

  test('may take as long as it likes where there is no deadline', () => {
    const { runtime, sent, call } = start()
    call.hold()()
    runtime.advance(1_000)
    expect([sent, runtime.timers]).toEqual([[], 0])
  })
})
