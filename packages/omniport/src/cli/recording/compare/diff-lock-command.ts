import { dirname, join, resolve } from 'node:path'
import { createFileLock, digestDefinition, loadConfig, type Pin } from '../../../entries/host.js'
import type { Tool } from '../../../entries/index.js'
import { pluralize } from '../../../values/text/pluralize.js'
import { withClient } from '../../client/with-client.js'
import type { RunOptions } from '../../command-line/invocation.js'
import { CliError } from '../../errors/cli-error.js'
import { formatLine } from '../../output/format-line.js'
import { formatTable } from '../../output/format-table.js'
import type { Page } from '../../output/style.js'
import { writeResult } from '../../output/write-result.js'
import type { Io } from '../../process/io.js'

export interface LockComparison {
  /** The words of the line: the name of a server. */
  readonly words: readonly string[]
  /** The file; true: `mcp.lock` beside the config file. */
  readonly lock: string | true
  readonly options: RunOptions
}

/** A tool that differs from its pin. Definitions are SHA-256 of their canonical JSON, in hexadecimal. */
interface ToolDifference {
  readonly tool: string
  readonly change: 'new' | 'changed' | 'removed'
  readonly pinned?: string | undefined
  readonly definition?: string | undefined
}

/**
 * `diff <server> --lock` prints where the tools of a configured server differ from their pins; nothing is pinned. Rejects with
 * CliError `invalid_result` if they do, and with `not_found` for a server without pins.
 */
export async function diffLockCommand({ words, lock, options }: LockComparison, io: Io): Promise<number> {
  const [server, ...rest] = words
  if (server === undefined)
    throw new CliError('usage', 'diff --lock: say which configured server: omniport diff <server> --lock')
  if (rest.length > 0) throw new CliError('usage', `diff --lock takes one server, got "${rest[0]}" as well`)
  const file = lock === true ? await findLock(options, io) : resolve(io.cwd, lock)
  const pins = (await createFileLock(file).read()).get(server)
  if (pins === undefined)
    throw new CliError(
      'not_found',
      `diff: ${file} has no pins of "${server}"; "omniport host" and "omniport gateway --pin" pin its tools`,
    )
  const invocation = { target: { type: 'word', word: server }, words: [], options } as const
  let differences: readonly ToolDifference[] = []
  await withClient(invocation, io, async (client, limits) => {
    differences = await compare(await client.listTools(limits), pins)
  })
  const value = { server, lock: file, pinned: pins.size, differences }
  await writeResult({ value, toText: (page) => formatDifferences(value, page) }, options, io)
  const { length } = differences
  if (length === 0) return 0
  throw new CliError('invalid_result', length === 1 ? 'There is 1 difference' : `There are ${length} differences`)
}

/** Where the host and the gateway write it. */
async function findLock({ config }: RunOptions, io: Io): Promise<string> {
  const only = config === undefined ? undefined : resolve(io.cwd, config)
  const { files } = await loadConfig(only, { cwd: io.cwd, env: io.env, needed: [] })
  return join(dirname(files[0] ?? join(io.cwd, 'mcp.json')), 'mcp.lock')
}

async function compare(tools: readonly Tool[], pins: ReadonlyMap<string, Pin>): Promise<readonly ToolDifference[]> {
  const listed = await Promise.all(
    tools.map(async (tool): Promise<readonly ToolDifference[]> => {
      const { name } = tool
      const [pinned, definition] = [pins.get(name)?.definition, await digestDefinition(tool)]
      if (pinned === undefined) return [{ tool: name, change: 'new', definition }]
      return pinned === definition ? [] : [{ tool: name, change: 'changed', pinned, definition }]
    }),
  )
  const names = new Set(tools.map(({ name }) => name))
  const removed = [...pins].filter(([name]) => !names.has(name))
  return [
    ...listed.flat(),
    ...removed.map(([tool, { definition: pinned }]) => ({ tool, change: 'removed', pinned }) as const),
  ]
}

function formatDifferences(
  {
    server,
    pinned,
    differences,
  }: { readonly server: string; readonly pinned: number; readonly differences: readonly ToolDifference[] },
  page: Page,
): string {
  if (differences.length === 0)
    return formatLine(`"${server}" has the tools that are pinned: ${pluralize(pinned, 'tool')}`)
  const rows = differences.map(({ tool, change, pinned: before, definition }) => [
    change,
    formatLine(tool),
    before?.slice(0, shownDigits) ?? '',
    definition?.slice(0, shownDigits) ?? '',
  ])
  return formatTable([['change', 'tool', 'pinned', 'now'], ...rows], page)
}

const shownDigits = 12
