import { basename, extname } from 'node:path'
import type { AuthOptions, Target } from '../../entries/client.js'
import type { ServerSettings } from '../../entries/host.js'
import { type Revision, revisions } from '../../entries/index.js'
import type { Invocation, RunOptions } from '../command-line/invocation.js'
import { splitTarget } from '../command-line/split-target.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { resolveTarget } from '../target/resolve-target.js'
import type { ResolvedTarget } from '../target/resolved-target.js'
import type { ConsoleInvocation } from './console-command.js'

export interface ResolvedServers {
  readonly servers: Readonly<Record<string, Target | ServerSettings>>
  /** True: no target was given. */
  readonly isEmpty: boolean
  /** Ends what was started to serve a module. */
  close(): Promise<void>
}

/** Resolves the targets of the line. Rejects with CliError as `resolveTarget` does. */
export async function resolveServers({ words, command, options }: ConsoleInvocation, io: Io): Promise<ResolvedServers> {
  // Here `browser` is about the page.
  const given: RunOptions = { env: [], header: [], ...options, browser: undefined }
  const named = words.map((word) => ({ type: 'word', word }) as const)
  const targets = command === undefined ? named : [...named, splitTarget([], command).target]
  assertOptionsHaveTarget(given, targets.length)
  const servers = new Map<string, ServerSettings>()
  const closers: (() => Promise<void>)[] = []
  for (const target of targets) {
    const resolved = await resolveTarget({ target, words: [], options: given }, io)
    const name = uniqueName(nameOf(target, resolved), servers)
    const { settings, close } = await toSettings(resolved, given, io)
    servers.set(name, settings)
    if (close !== undefined) closers.push(close)
  }
  return {
    servers: Object.fromEntries(servers),
    isEmpty: targets.length === 0,
    close: async () => void (await Promise.all(closers.map((close) => close()))),
  }
}

/** @throws CliError `usage` for options of one server where there are none, or several. */
function assertOptionsHaveTarget({ env, header, bearerEnv, protocol }: RunOptions, count: number): void {
  const options = [
    ['--env', env.length > 0],
    ['--header', header.length > 0],
    ['--bearer-env', bearerEnv !== undefined],
    ['--protocol', protocol !== undefined],
  ] as const
  const [option] = options.find(([, isGiven]) => isGiven) ?? []
  if (option === undefined || count === 1) return
  throw new CliError('usage', `console: ${option} is for one server: give one target, or write it into the config file`)
}

async function toSettings(resolved: ResolvedTarget, options: RunOptions, io: Io) {
  const ways = 'ways' in resolved ? resolved.ways : undefined
  const timeoutMs = options.timeout ?? ways?.timeoutMs
  const shared = { revision: revisionOf(options) ?? ways?.revision, timeoutMs }
  if (resolved.type === 'command') return { settings: { ...shared, target: resolved.command } }
  if (resolved.type === 'url') {
    return { settings: { ...shared, target: resolved.address, auth: bearerOf(options, io) ?? resolved.auth } }
  }
  // Over HTTP, so that the timeline has what passes.
  const { serveHttp } = await import('../../entries/node.js')
  const served = await serveHttp(resolved.server as never, { port: 0 })
  return { settings: { ...shared, target: { url: String(served.url) } }, close: () => served.close() }
}

function revisionOf({ protocol = 'auto' }: RunOptions): Revision | undefined {
  if (protocol === 'auto') return undefined
  if (protocol === 'modern') return revisions.at(-1)
  return protocol === 'legacy' ? revisions.at(-2) : protocol
}

function bearerOf({ bearerEnv }: RunOptions, { env }: Io): AuthOptions | undefined {
  if (bearerEnv === undefined) return undefined
  const token = env[bearerEnv]
  if (token === undefined || token === '') throw new CliError('usage', `The variable ${bearerEnv} is not set`)
  return { token }
}

/** A name for people: that of the entry, the host of the address, the file or the command. */
function nameOf(target: Invocation['target'], resolved: ResolvedTarget): string {
  if (target.type === 'command') {
    const file = target.args.find((arg) => !arg.startsWith('-'))
    return plainName(file ?? target.command)
  }
  if (resolved.type === 'module') return plainName(target.word)
  return /^https?:/i.test(target.word) ? new URL(target.word).hostname : target.word
}

function plainName(path: string): string {
  return basename(path, extname(path)) || path
}

function uniqueName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let unique = name
  for (let count = 2; taken.has(unique); count += 1) unique = `${name}-${count}`
  return unique
}
