import { resolve } from 'node:path'
import type { AskInput } from '../../entries/host.js'
import type { Invocation } from '../command-line/invocation.js'
import { CliError } from '../errors/cli-error.js'
import type { Io } from '../process/io.js'
import { unlessAborted } from '../process/unless-aborted.js'
import { findConfigured } from './find-configured.js'
import { loadServerModule } from './load-server-module.js'
import { refuseOptionsOfTarget } from './refuse-options-of-target.js'
import type { ResolvedTarget } from './resolved-target.js'

/**
 * Resolves a target: a command, a URL, a module, or an entry of a config file. `-e` adds to the environment of a
 * command; a module runs in this process and finds it in `process.env`.
 *
 * Rejects with CliError `usage` for an unknown target and for options that mean nothing to it, `invalid_config` for an invalid entry, and `unreachable` for a
 * module that throws.
 */
export async function resolveTarget({ target, options }: Invocation, io: Io): Promise<ResolvedTarget> {
  const env = Object.fromEntries(options.env.map(splitVariable))
  if (target.type === 'command') {
    refuseOptionsOfTarget('a command', options)
    const { command, args } = target
    return { type: 'command', command: { command, args, env, cwd: io.cwd } }
  }
  const { word } = target
  const headers = Object.fromEntries(options.header.map(splitHeader))
  if (/^https?:/i.test(word)) {
    refuseOptionsOfTarget('a URL', options)
    return { type: 'url', address: { url: word, headers } }
  }
  assertNoAddress(word)
  if (isPath(word)) {
    refuseOptionsOfTarget('a server module', options)
    Object.assign(process.env, env)
    const loading = loadServerModule(resolve(io.cwd, word))
    return { type: 'module', server: await unlessAborted(loading, io.signal) }
  }
  const found = await findConfigured(word, {
    cwd: io.cwd,
    env: io.env,
    only: options.config,
    input: createInputPrompt(io),
    onProblem: (message) => io.warn(message),
  })
  refuseOptionsOfTarget(found.type === 'url' ? 'a URL' : 'a command', { ...options, config: undefined })
  if (found.type === 'command')
    return { ...found, command: { ...found.command, env: { ...found.command.env, ...env } } }
  return { ...found, address: { ...found.address, headers: { ...found.address.headers, ...headers } } }
}

/** An address with a scheme is not repeated: it may contain a password. */
function assertNoAddress(word: string): void {
  if (/^[a-z\d.-]+:\d+(\/|$)/i.test(word))
    throw new CliError('usage', `The URL of a server starts with http:// or https://: http://${word}`)
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(word) ?? []
  if (scheme === undefined) return
  throw new CliError('usage', `The URL of a server starts with http:// or https://, not with ${scheme}://`)
}

function isPath(word: string): boolean {
  return /[\\/]/.test(word) || /\.[cm]?[jt]sx?$/.test(word)
}

function splitHeader(given: string): [name: string, value: string] {
  const colon = given.indexOf(':')
  return [given.slice(0, colon).trim(), given.slice(colon + 1).trim()]
}

function splitVariable(given: string): [name: string, value: string] {
  const equals = given.indexOf('=')
  return [given.slice(0, equals), given.slice(equals + 1)]
}

/** Creates the prompt for inputs of a config file; undefined without a terminal. */
function createInputPrompt({ terminal }: Pick<Io, 'terminal'>): AskInput | undefined {
  if (terminal === undefined) return undefined
  return async (request) => {
    // The terminal interface is imported on demand.
    const [{ askInput }, { ClackTerminal }] = await Promise.all([
      import('../host/input/ask-input.js'),
      import('../host/screen/clack-terminal.js'),
    ])
    return askInput(new ClackTerminal(terminal), request)
  }
}
