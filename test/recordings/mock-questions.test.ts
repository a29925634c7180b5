import { createRequire } from 'node:module'
import { revisions } from 'omniport'
import { type ConnectOptions, connect } from 'omniport/client'
import { describe, expect, test } from 'vitest'
import { cli } from '../cli/run-program.js'
import { openOmniport } from '../interop/drivers/omniport-driver.js'
import { Respondent } from '../interop/drivers/respondent.js'
import { scenariosFor } from '../interop/input/scenarios.js'
import { program } from '../interop/processes.js'
import { node, run, TapFolder } from '../tap/tapped.js'
import { assertSame, lastRecording } from './mocked.js'

/** Plays with a server and with the mock of its recording, and compares both. */
async function assertMocked(
  server: readonly string[],
  play: (through: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const [tap, mocked] = [await TapFolder.create(), await TapFolder.create()]
  try {
    const outcomes = await play(tap.through(server, '--quiet'))
    const recorded = await lastRecording(tap)
    expect(await play(mocked.through([node, cli, 'mock', recorded], '--quiet'))).toEqual(outcomes)
    await assertSame(recorded, await lastRecording(mocked))
  } finally {
    await tap.remove()
    await mocked.remove()
  }
}

describe.each(revisions)('in %s, a recording of a server that asks', (revision) => {
  const peer = { name: `ours in ${revision}`, revision, isOurServer: true, isBothOurs: true }

  test('is served as a mock that asks the same', async () => {
    const { command, args = [] } = program('our-asking-server')
    await assertMocked([command, ...args], async ([, ...through]) => {
      const respondent = new Respondent()
      const driver = await openOmniport({ command: node, args: through }, respondent, { revision })
      const outcomes: unknown[] = []
      try {
        for (const [name, { play }] of scenariosFor(peer))
          outcomes.push([name, await play({ driver, respondent, peer })])
      } finally {
        await driver.close()
      }
      return outcomes
    })
  }, 120_000)
})

const require = createRequire(import.meta.url)

describe.each([
  ['everything', '@modelcontextprotocol/server-everything', 'echo', { message: 'hello' }],
  ['everything of 2025', 'everything-2025', 'add', { a: 1, b: 2 }],
  ['memory', '@modelcontextprotocol/server-memory', 'read_graph', {}],
  ['sequential thinking', '@modelcontextprotocol/server-sequential-thinking', 'sequentialthinking', thought()],
])('a recording of the published server %s', (_, name, tool, args) => {
  const server = [node, require.resolve(`${name}/dist/index.js`)]

  test('is served as a mock that a client cannot tell from the server', async () => {
    await assertMocked(server, async ([, ...through]) => {
      const options: ConnectOptions = { revision: name === 'everything-2025' ? '2024-11-05' : '2025-11-25' }
      const client = await connect({ command: node, args: through }, options)
      try {
        const { content } = await client.callTool(tool, args)
        return [client.server, await client.listTools(), content]
      } finally {
        await client.close()
      }
    })
  }, 120_000)
})

function thought(): Record<string, unknown> {
  return { thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }
}

test('a recording of a call is replayed, and a server that answers otherwise differs', async () => {
  const folder = await TapFolder.create()
  try {
    const server = [node, ...(program('our-server').args ?? [])]
    const recorded = await run(
      [node, cli, 'record', 'call', 'add', 'a=1', 'b=2', '-o', folder.file, '--', ...server],
      '',
    )
    expect(recorded.code).toBe(0)
    const same = await run([node, cli, 'replay', folder.file, '--', ...server], '')
    expect([String(same.stdout), same.code]).toEqual([
      expect.stringMatching(/^The same in both: \d messages of the client\n$/),
      0,
    ])
    const other = [node, require.resolve('@modelcontextprotocol/server-memory/dist/index.js')]
    const differs = await run([node, cli, 'replay', folder.file, '--timeout', '3000', '--', ...other], '')
    expect(differs.code).toBe(5)
    expect(JSON.parse(String(differs.stderr).split('\n').at(-2) ?? '')).toMatchObject({
      error: { code: 'invalid_result' },
    })
  } finally {
    await folder.remove()
  }
}, 60_000)
