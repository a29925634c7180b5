import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ConsoleOptions } from '../../console/console-options.js'
import { type Console, openConsole } from '../../console/open-console.js'
import { createFileAudit, createFileDecisions, createFileLock, watchConfig } from '../../entries/host.js'
import { userAuth } from '../client/user-auth.js'
import type { RunOptions } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import { rootOf, samplingOf, stateFiles } from '../host/open-host.js'
import { formatLine } from '../output/format-line.js'
import type { Io } from '../process/io.js'
import { version } from '../version.js'
import type { ConsoleFlags } from './console-flags.js'
import { openPage } from './open-page.js'
import { resolveServers } from './resolve-servers.js'

export interface ConsoleInvocation {
  /** The targets. */
  readonly words: readonly string[]
  /** The words after `--`: a command that is a target as well. */
  readonly command: readonly string[] | undefined
  readonly flags: ConsoleFlags
  readonly options: Partial<RunOptions>
  /** True: the servers are the examples. */
  readonly isTour?: boolean | undefined
  /** The folder of the page. Default: that of the package. */
  readonly assets?: string | undefined
}

/**
 * `console` serves the page until it is interrupted. Its targets start at once; without targets it shows the servers of the config
 * files, which start by a click. Rejects with CliError `usage` for an unknown target or options that do not go together.
 */
export async function consoleCommand(invocation: ConsoleInvocation, io: Io): Promise<number> {
  const { options, flags } = invocation
  const targets = await resolveServers(invocation, io)
  const files = stateFiles(io.env)
  await using audit = createFileAudit(files.audit)
  const configFile = options.config === undefined ? undefined : resolve(io.cwd, options.config)
  const problems: string[] = []
  const decisions = createFileDecisions({ path: files.decisions, onError: ({ message }) => problems.push(message) })
  const opened = await openConsole({
    release: version,
    servers: targets.servers,
    start: Object.keys(targets.servers),
    isTour: invocation.isTour,
    auth: await userAuth({ onProblem: (message) => problems.push(message) }),
    decisions,
    ...(targets.isEmpty && { lock: createFileLock(join(configFile ? dirname(configFile) : io.cwd, 'mcp.lock')) }),
    audit,
    roots: flags.root.map((folder) => rootOf(resolve(io.cwd, folder), 'console')),
    ...modelOf(flags, io),
    timeoutMs: options.timeout,
    assets: invocation.assets ?? pageFolder(),
    port: options.port,
  })
  for (const problem of problems) opened.notify('warning', problem)
  const following = targets.isEmpty ? followConfigs(opened, configFile, io) : Promise.resolve()
  try {
    await announce(opened, options, io)
    await interrupted(io.signal)
  } finally {
    await opened.close()
    await following
    await targets.close()
  }
  return 0
}

function modelOf(flags: ConsoleFlags, io: Io): Pick<ConsoleOptions, 'model'> {
  const { sample } = samplingOf(flags, io, 'console')
  const { modelUrl, model } = flags
  if (sample === undefined || modelUrl === undefined || model === undefined) return {}
  return { model: { url: modelUrl, name: model, sample } }
}

/** The page is beside the command in the package, and beside the bundle where the command runs from its modules. */
function pageFolder(): string {
  const folders = ['../console/', '../../bundle/console/'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const found = folders.find((folder) => existsSync(join(folder, 'index.html.gz')))
  if (found === undefined) throw new CliError('usage', 'console: the page is not built; run "npm run build"')
  return found
}

/** Shows the servers of the config files, and what changes in them. */
async function followConfigs(opened: Console, only: string | undefined, io: Io): Promise<void> {
  const warn = ({ message }: Error) => opened.notify('warning', message)
  const given = { cwd: io.cwd, env: io.env, signal: io.signal, input: opened.askInput, onError: warn }
  try {
    for await (const { servers, problems, files } of watchConfig(only, given)) {
      for (const { message } of problems) opened.notify('warning', message)
      await opened.setServers(servers, files)
    }
  } catch (reason) {
    if (io.signal.aborted) return
    const message = reason instanceof Error ? reason.message : String(reason)
    opened.notify('error', `The configuration is not watched: ${message}`)
  }
}

/** The address has the token, so it is for the person alone: printed, and given to the browser in a file that only they can read. */
async function announce({ address }: Console, { json, browser }: Partial<RunOptions>, io: Io): Promise<void> {
  await io.stdout(json === true ? `${JSON.stringify({ address })}\n` : `The console is at ${address}\n`)
  if (browser === false) return
  const problem = await openPage(address, io)
  if (problem !== undefined) io.stderr(formatLine(`[warning] ${problem}`))
}

function interrupted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((done) => signal.addEventListener('abort', () => done(), { once: true }))
}
