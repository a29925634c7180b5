import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '../../../packages/omniport/src/server/create-server.js'
import { tool } from '../../../packages/omniport/src/server/tools/tool.js'
import { verifies } from '../../requirements/verifies.js'
import { connectRaw, type RawConnection } from '../../support/connect-raw.js'
import { isWhole } from '../../support/scope.js'
import { createHttpRuntime } from '../../support/virtual-runtime.js'
import { playLegacy } from './play-legacy.js'
import { ModernPlay, type Node } from './play-modern.js'
import { type Program, programs } from './program.js'
import { runProgram, Watch } from './run-program.js'

const secrets = ['a secret that all nodes of this test share']
const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} }
const limits = { questions: 1_000, rounds: 1_000 }

let watch = new Watch()
let nodes: readonly Node[] = []
let legacy: RawConnection

function createNode() {
  const runtime = createHttpRuntime()
  const run = async ({ program }: { readonly program?: unknown }, ctx: Parameters<typeof runProgram>[1]) =>
    JSON.stringify(await runProgram(program as Program, ctx, watch)) // the tests send nothing else
  const server = createServer({
    name: 'node',
    version: '1',
    secrets,
    limits,
    runtime,
    tools: { program: tool({ run }) },
  })
  return { server, runtime }
}

beforeAll(async () => {
  legacy = await connectRaw(createNode().server, { revision: '2025-11-25', capabilities })
  nodes = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { server, runtime } = createNode()
      return { runtime, connection: await connectRaw(server, { revision: '2026-07-28', capabilities }) }
    }),
  )
})

afterAll(() => {
  for (const { close } of [legacy, ...nodes.map(({ connection }) => connection)]) close()
})

test('a program comes to the same in both eras, whichever node serves each of its rounds', async () => {
  verifies('MRTR-12', 'MRTR-13', 'MRTR-22', 'MRTR-23', 'MRTR-27')
  const chances = fc.array(fc.nat({ max: 1_000 }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(programs, chances, async (program, given) => {
      watch = new Watch()
      const expected = await playLegacy(program, legacy)
      const effects = [...watch.effects.keys()].sort()
      expect([...watch.effects.values()].every(({ length }) => length === 1)).toBe(true)

      watch = new Watch()
      const play = new ModernPlay(program, { nodes, watch, chances: given })
      expect(await play.play()).toEqual(expected)
      expect([...watch.effects.keys()].sort()).toEqual(effects)
      const keys = [...watch.effects.values()].map((given) => [...new Set(given)])
      expect([keys.every(({ length }) => length === 1), new Set(keys.flat()).size]).toEqual([true, keys.length])
      const times = [...watch.effects.values()].map(({ length }) => length)
      expect(times.filter((each) => play.isFair && each !== 1)).toEqual([])
    }),
    { numRuns: isWhole ? 300 : 75 },
  )
})
