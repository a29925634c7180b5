import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Serve } from '../../entries/index.js'
import { CliError } from '../errors/cli-error.js'

export interface ServerModule {
  readonly serve: Serve
}

/** Imports the server of a module. Rejects with CliError `usage` without one, and `unreachable` if the module throws. */
export async function loadServerModule(path: string): Promise<ServerModule> {
  if (!existsSync(path)) throw new CliError('usage', `There is no file ${path}`)
  if (/\.[cm]?tsx?$/.test(path) && !canLoadTypeScript()) {
    throw new CliError('usage', `${path}: this Node.js cannot load TypeScript: build it, and give the JavaScript file`)
  }
  const { server, default: main } = await load(path)
  const found = [server, main].find(isServer)
  if (found === undefined) {
    throw new CliError(
      'usage',
      `${path} exports no server, as "server" or by default; start a program with: -- node ${path}`,
    )
  }
  return found
}

async function load(path: string): Promise<{ readonly server?: unknown; readonly default?: unknown }> {
  try {
    return await import(pathToFileURL(path).href)
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
