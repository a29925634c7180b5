import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import {
  type Config,
  createFileAudit,
  createFileDecisions,
  createFileLock,
  createHost,
  createOpenAiSample,
  type Host,
  type HostOptions,
  watchConfig,
} from '../../entries/host.js'
import type { Root } from '../../entries/protocol.js'
import { formatSignInAddress, userAuth } from '../client/user-auth.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { settingsFolder } from '../process/settings-folder.js'
import { version } from '../version.js'
import { completeLogins } from './complete-logins.js'
import type { Notifications } from './events/notifications.js'
import type { HostFlags } from './host-flags.js'
import { askInput } from './input/ask-input.js'
import { userOptions } from './input/user-options.js'
import type { SharedScreen } from './screen/shared-screen.js'

export interface HostEnvironment {
  readonly io: Io
  readonly shared: SharedScreen
  readonly notifications: Notifications
}

export interface OpenedHost {
  readonly host: Host
  close(): Promise<void>
}

/**
 * Creates a host over the configured servers, with the screen for its requests. Decisions are stored in the settings of
 * the user, pins beside the config file. A config file that changes is read again.
 *
 * Rejects with CliError `usage` if there are no servers, a root is no folder, or the options contradict each other.
 */
export async function openHost(flags: HostFlags, { io, shared, notifications }: HostEnvironment): Promise<OpenedHost> {
  const sampling = samplingOf(flags, io)
  const roots = flags.root.map((folder) => rootOf(resolve(io.cwd, folder)))
  const stopping = new AbortController()
  const onError = ({ message }: Error) => notifications.add('warning', message)
  const configs = watchConfig(flags.config && resolve(io.cwd, flags.config), {
    cwd: io.cwd,
    env: io.env,
    signal: stopping.signal,
    onError,
    input: (request) => shared.interrupt((prompts) => askInput(prompts, request)),
  })
  const config = await firstOf(configs)
  const reportProblems = createProblemReporter((problem) => notifications.add('warning', problem))
  reportProblems(config)
  const sharedAuth = await userAuth({ onProblem: (message) => notifications.add('warning', message) })
  const authFor = (server: string) => ({
    ...sharedAuth,
    open: (url: string) => notifications.add('plain', `To sign in for ${server}: ${formatSignInAddress(url)}`),
  })
  const toServers = completeLogins(authFor)
  const files = stateFiles(io.env)
  const audit = createFileAudit(files.audit)
  const [first = join(io.cwd, 'mcp.json')] = config.files
  const host = createHost({
    servers: toServers(config.servers),
    ...(flags.auth === true && { auth: authFor }),
    ...userOptions(shared),
    ...sampling,
    ...(roots.length > 0 && { roots }),
    ...(flags.timeout !== undefined && { timeoutMs: flags.timeout, maxTimeoutMs: Math.max(flags.timeout, tenMinutes) }),
    name: 'omniport-cli',
    version,
    audit,
    decisions: createFileDecisions({ path: files.decisions, onError }),
    lock: createFileLock(join(dirname(first), 'mcp.lock')),
  })
  const use = async (changed: Config) => {
    await host.setServers(toServers(changed.servers))
    notifications.add('good', 'The configuration has changed and was read again.')
    reportProblems(changed)
  }
  const following = follow(configs, use, notifications)
  return {
    host,
    async close() {
      stopping.abort()
      await following
      await host.close()
      await audit[Symbol.asyncDispose]()
    },
  }
}

const tenMinutes = 600_000

async function firstOf(configs: AsyncGenerator<Config, void>): Promise<Config> {
  const { value } = await configs.next()
  const config = value as Config // there is one, or it rejects
  const { servers, files, problems } = config
  if (Object.keys(servers).length > 0) return config
  await configs.return()
  const read = files.length === 0 ? 'No config file was found' : `There is no server in ${files.join(', ')}`
  const unread = problems.map(({ message }) => `; not read: ${message}`).join('')
  throw new CliError('usage', `${read}; give one with --config${unread}`)
}

/** The model of the flags. @throws CliError `usage` if half of it is given. */
export function samplingOf(
  { modelUrl, model }: Pick<HostFlags, 'modelUrl' | 'model'>,
  { env }: Pick<Io, 'env'>,
  verb = 'host',
): Pick<HostOptions, 'sample'> {
  if (modelUrl === undefined && model === undefined) return {}
  if (modelUrl === undefined || model === undefined) {
    throw new CliError('usage', `${verb}: --model-url and --model go together`)
  }
  return { sample: createOpenAiSample({ url: modelUrl, models: [model], apiKey: env['OMNIPORT_MODEL_KEY'] }) }
}

/** @throws CliError `usage` if it is no folder that is there. */
export function rootOf(path: string, verb = 'host'): Root {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) {
    const what = stats === undefined ? 'there is no such folder' : 'it is not a folder'
    throw new CliError('usage', `${verb}: --root ${path}: ${what}`)
  }
  return { uri: pathToFileURL(path).href, name: basename(path) }
}

async function follow(
  configs: AsyncIterable<Config>,
  use: (config: Config) => Promise<void>,
  notifications: Notifications,
): Promise<void> {
  try {
    for await (const config of configs) await use(config)
  } catch (reason) {
    notifications.add(
      'bad',
      `The configuration is no longer watched: ${reason instanceof Error ? reason.message : reason}`,
    )
  }
}

/** Creates a function that reports unusable files and entries, each once until its problem changes. */
function createProblemReporter(report: (problem: string) => void): (config: Config) => void {
  let reported: ReadonlySet<string> = new Set()
  return ({ problems, servers }) => {
    const entries = Object.entries(servers).flatMap(([name, { problem, isDisabled }]) =>
      problem === undefined || isDisabled === true ? [] : [`${name} cannot be used: ${problem}`],
    )
    const now = new Set([...problems.map(({ message }) => message), ...entries])
    for (const problem of now) if (!reported.has(problem)) report(problem)
    reported = now
  }
}

export interface StateFiles {
  /** Remembered decisions, shared by all sessions. */
  readonly decisions: string
  /** The audit log of this session, since only one process at a time writes a file. */
  readonly audit: string
}

/** The files in the settings of the user where a host stores what it must not forget. */
export function stateFiles(env: Io['env']): StateFiles {
  const folder = settingsFolder(env)
  const time = new Date().toISOString().replaceAll(':', '-')
  return { decisions: join(folder, 'decisions.json'), audit: join(folder, 'audit', `${time}-${process.pid}.jsonl`) }
}
