import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Serve } from '../../entries/index.js'
import type { Stores } from '../../entries/store.js'
import { CliError } from '../errors/cli-error.js'

export interface ServerModule {
  readonly serve: Serve
  readonly close?: (() => Promise<void>) | undefined
}

/** What a function that a module exports as `server` is called with. */
export interface ServerStores {
  readonly stores?: Stores | undefined
  readonly secrets?: readonly string[] | undefined
}

/**
 * Imports the server of a module, or calls its function `server` with `stores`. Rejects with CliError `usage` without one, also
 * if there are stores and no function takes them, and `unreachable` if the module throws.
 */
export async function loadServerModule(path: string, stores?: ServerStores): Promise<ServerModule> {
  if (!existsSync(path)) throw new CliError('usage', `There is no file ${path}`)
  if (/\.[cm]?tsx?$/.test(path) && !canLoadTypeScript()) {
    throw new CliError('usage', `${path}: this Node.js cannot load TypeScript: build it, and give the JavaScript file`)
  }
  const { server, default: main } = await load(path)
  const created = typeof server === 'function' ? await create(path, () => server(stores ?? {})) : undefined
  const found = [created, server, main].find(isServer)
  if (found === undefined) {
    throw new CliError(
      'usage',
      `${path} exports no server, as "server" or by default; start a program with: -- node ${path}`,
    )
  }
  if (stores !== undefined && found !== created) {
    const example = 'export const server = ({ stores, secrets }) => createServer({ …, stores, secrets })'
    throw new CliError('usage', `${path}: --store needs a function that takes the stores: ${example}`)
  }
  return found
}

function load(path: string): Promise<{ readonly server?: unknown; readonly default?: unknown }> {
  return create(path, () => import(pathToFileURL(path).href))
}

async function create<T>(path: string, fn: () => T | Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (cause) {
    const { message } = cause instanceof Error ? cause : new Error(String(cause))
    throw new CliError('unreachable', `${path} could not be loaded: ${message}`, { cause })
  }
}

/** Only newer versions of Node.js have this feature, and its type is missing here. */
function canLoadTypeScript(): boolean {
  const { typescript } = process.features as { readonly typescript?: unknown }
  return typescript !== undefined && typescript !== false
}

function isServer(value: unknown): value is ServerModule {
  return typeof value === 'object' && value !== null && typeof (value as { serve?: unknown }).serve === 'function'
}
