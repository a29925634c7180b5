import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { expect } from 'vitest'
import { ScriptedTerminal, type Step } from '../../packages/omniport/src/cli/host/fixtures/scripted-terminal.js'
import { hostSession } from '../../packages/omniport/src/cli/host/host-command.js'
import type { HostFlags } from '../../packages/omniport/src/cli/host/host-flags.js'
import { root } from '../support/root.js'
import { createMemoryIo } from './memory-io.js'

/** What a session of `host` finds. */
export interface HostWorld {
  /** Those of the config file. Default: the kitchen of the examples. */
  readonly servers?: object
  /** The config file, from the folder of the session. Default: `mcp.json`. */
  readonly file?: string
  /** Default: the config file is named, and nothing else. */
  readonly flags?: Partial<HostFlags>
  /** Beside the folder of the settings. */
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly prepare?: (terminal: ScriptedTerminal) => void
}

/** An entry that runs a file of the repository. */
export function program(file: string) {
  return { command: process.execPath, args: [join(root, file)] }
}

export const kitchen: ReturnType<typeof program> = program('examples/host/server.js')

/** Writes a config file. */
export async function configure(path: string, mcpServers: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify({ mcpServers }))
}

/** Runs a session by a script, with servers of a config file, on state files of its own. */
export async function runHostSession(cwd: string, steps: readonly Step[], world: HostWorld = {}) {
  const { servers = { kitchen }, file = 'mcp.json', flags, env, signal, prepare } = world
  await configure(join(cwd, file), servers)
  const state = { XDG_CONFIG_HOME: join(cwd, 'settings'), HOME: cwd }
  const { io } = createMemoryIo({ cwd, env: { ...state, ...env }, ...(signal && { signal }) })
  const terminal = new ScriptedTerminal(steps)
  prepare?.(terminal)
  const code = await hostSession({ config: file, root: [], ...flags }, io, terminal)
  expect(terminal.left).toEqual([])
  return { code, transcript: terminal.transcript }
}

/** The audit log of the one session that was in a folder. */
export async function readAudit(cwd: string) {
  const folder = join(cwd, 'settings/omniport/audit')
  const [name = ''] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'))
  const path = join(folder, name)
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  return { path, records: lines.map((line) => JSON.parse(line)) }
}
