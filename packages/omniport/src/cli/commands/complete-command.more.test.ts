import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryIo } from '#test/cli/memory-io.js'
import { completeCommand } from './complete-command.js'

let cwd: string

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'complete-'))
})

afterEach(() => rm(cwd, { recursive: true }))

/** What a server that suggests this has on the screen. */
async function complete(completion: object): Promise<string> {
  const results = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { completions: {}, prompts: {} },
      serverInfo: { name: 's', version: '1' },
    },
    'prompts/list': { prompts: [{ name: 'visit', arguments: [{ name: 'city' }] }] },
    'completion/complete': { completion },
  }
  await writeFile(
    join(cwd, 'm.mjs'),
    `const results = ${JSON.stringify(results)}
    export const server = { serve: async ({ id, method }) => id === undefined ? undefined : { jsonrpc: '2.0', id, result: results[method] ?? {} } }`,
  )
  const { io, stdout } = createMemoryIo({ cwd })
  const options = { env: [], header: [], text: true, protocol: '2025-11-25' } as const
  const target = { type: 'word', word: './m.mjs' } as const
  expect(await completeCommand({ target, words: ['visit', 'city=B'], options }, io)).toBe(0)
  return stdout()
}

test.each([
  [{ values: ['Bern'], hasMore: true }, 'Bern\n… and more\n'],
  [{ values: ['Bern'], hasMore: false }, 'Bern\n'],
  [{ values: ['Bern'] }, 'Bern\n'],
  [{ values: ['Bern'], total: 1, hasMore: true }, 'Bern\n… and more\n'],
  [{ values: ['Bern'], total: 3, hasMore: true }, 'Bern\n… and 2 more\n'],
  [{ values: ['Bern'], total: 2 }, 'Bern\n… and 1 more\n'],
  [{ values: ['Bern'], total: 1 }, 'Bern\n'],
])('that there is more is said: %j', async (completion, printed) => {
  expect(await complete(completion)).toBe(printed)
})
