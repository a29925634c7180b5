import { expect, test } from 'vitest'
import { usedMemory } from '#test/faults/memory.js'
import { connectRaw } from '#test/support/connect-raw.js'
import { defineServer } from '#test/support/define-server.js'
import { tool } from '../tools/tool.js'

test.each(['2025-11-25', '2026-07-28'] as const)(
  '%s: a call is forgotten, though its handler left a listener',
  async (revision) => {
    const left = tool({
      input: { type: 'object', properties: {} },
      run: async (args, { signal }) => {
        signal.addEventListener('abort', () => args)
        return 'x'
      },
    })
    const { server } = defineServer({ tools: { left } })
    const connection = await connectRaw(server, { revision })
    const call = () => {
      const values = Array.from({ length: 2_000 }, (_, n) => ({ n }))
      return connection.request('tools/call', { name: 'left', arguments: { values } })
    }
    await call()
    const before = usedMemory()
    for (let n = 0; n < 200; n += 1) await call()
    await connection.settle()
    expect(usedMemory() - before).toBeLessThan(5_000_000)
    connection.close()
  },
)
