import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Serve } from '../../entries/index.js'
import type { Limits } from '../../entries/protocol.js'
import type { Stores } from '../../entries/store.js'
import { CliError } from '../errors/cli-error.js'

export interface ServerModule {
  readonly serve: Serve
  readonly close?: (() => Promise<void>) | undefined
  readonly environment?: (ServerStores & { readonly limits?: Limits | undefined }) | undefined
}

/** What a function that a module exports as `server` is called with. */
export interface ServerStores {
  readonly stores?: Stores | undefined
  readonly secrets?: readonly string[] | undefined
}

/** The option that gives stores, which a message names. */
export interface GivenStores extends ServerStores {
  readonly option: '--store' | '--workers'
}

/**
 * Imports the server of a module, or calls its function `server` with `stores`. Rejects with CliError `usage` without one, also
 * if there are stores and no function takes them, and `unreachable`, with the place, if the module throws.
 */
export async function loadServerModule(path: string, given?: GivenStores): Promise<ServerModule> {
  if (!existsSync(path)) throw new CliError('usage', `There is no file ${path}`)
  if (/\.[cm]?tsx?$/.test(path) && !canLoadTypeScript()) {
    throw new CliError('usage', `${path}: this Node.js cannot load TypeScript: build it, and give the JavaScript file`)
  }
  const { server, default: main } = await load(path)
  const { option, ...stores }: Partial<GivenStores> = given ?? {}
  const created = typeof server === 'function' ? await create(path, () => server(stores)) : undefined
  const found = [created, server, main].find(isServer)
  if (found === undefined) {
    throw new CliError(
      'usage',
      `${path} exports no server, as "server" or by default; start a program with: -- node ${path}`,
    )
  }
  if (option !== undefined && found !== created && (option === '--store' || !sharesStores(found))) {
    const example = 'export const server = ({ stores, secrets }) => createServer({ …, stores, secrets })'
    const reason = option === '--workers' ? ', so that any worker serves any request' : ''
    throw new CliError('usage', `${path}: ${option} needs a function that takes the stores${reason}: ${example}`)
  }
  return found
}

/** True for a server that has stores and secrets of its own, such as those of many nodes. */
function sharesStores({ environment }: ServerModule): boolean {
  const { stores, secrets } = environment ?? {}
  return [stores?.bus, stores?.eventLog, stores?.inbox, stores?.sessions, secrets].every((own) => own !== undefined)
}

function load(path: string): Promise<{ readonly server?: unknown; readonly default?: unknown }> {
  return create(path, () => import(pathToFileURL(path).href))
}

async function create<T>(path: string, fn: () => T | Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (cause) {
    const text = cause instanceof Error ? describe(cause, path) : String(cause)
    throw new CliError('unreachable', `${path} could not be loaded: ${text}`, { cause })
  }
}

/** Where a text cannot be parsed, Node.js says only to who runs it. */
function describe(error: Error, path: string): string {
  const place = placeOf(error)
  if (place !== undefined) return `${error.message}, at ${place}`
  return error instanceof SyntaxError ? `${error.message}; "node ${path}" shows where` : error.message
}

/** The first place in its stack that is neither in a package nor in this command, as `file:line:column`. */
function placeOf({ stack = '' }: Error): string | undefined {
  for (const line of stack.split('\n')) {
    const [, where, position] = placePattern.exec(line) ?? []
    if (where === undefined) continue
    const file = where.startsWith('file:') ? fileURLToPath(where) : where
    if (!/[\\/]node_modules[\\/]/.test(file) && !file.startsWith(ownFiles)) return `${file}${position}`
  }
  return undefined
}

/** A line of a stack, or one of a place alone, which comes before errors of linking. */
const placePattern = /^(?:\s+at (?:.*\(|async )?)?((?:file:\/\/\/|\/|[A-Z]:\\).+?)((?::\d+){1,2})\)?$/

const ownFiles = fileURLToPath(new URL('../../', import.meta.url))

/** Only newer versions of Node.js have this feature, and its type is missing here. */
function canLoadTypeScript(): boolean {
  const { typescript } = process.features as { readonly typescript?: unknown }
  return typescript !== undefined && typescript !== false
}

function isServer(value: unknown): value is ServerModule {
  return typeof value === 'object' && value !== null && typeof (value as { serve?: unknown }).serve === 'function'
}
