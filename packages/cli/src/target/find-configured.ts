import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CliError } from '../cli-error.js'
import { parseConfig } from './parse-config.js'
import type { ResolvedTarget } from './resolved-target.js'
import { toTarget } from './to-target.js'

/** Where to look a name up. */
export interface ConfigPlace {
  readonly cwd: string
  /** What `${NAME}` in a config stands for. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The only file to read, which then must be there. */
  readonly only?: string | undefined
}

/**
 * What a configured server is: that of the first file which has the name.
 *
 * @throws CliError `usage` for a name that no file has, and for a file or an entry that is wrong.
 */
export async function findConfigured(name: string, { cwd, env, only }: ConfigPlace): Promise<ResolvedTarget> {
  const names: string[] = []
  for (const file of only === undefined ? usualFiles : [only]) {
    const path = resolve(cwd, file)
    const text = await read(path, only !== undefined)
    if (text === undefined) continue
    const entries = parseConfig(text, file)
    const entry = entries.get(name)
    if (entry !== undefined) return toTarget(entry, { path, env })
    names.push(...entries.keys())
  }
  throw new CliError('usage', `There is no server "${name}" in ${only ?? usualFiles.join(', ')}${knownNames(names)}`)
}

const usualFiles = ['.mcp.json', 'mcp.json', '.vscode/mcp.json']

async function read(path: string, isRequired: boolean): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException // node:fs throws nothing else
    if (code === 'ENOENT' && !isRequired) return undefined
    throw new CliError('usage', `Cannot read the config file ${path}: ${message}`, { cause })
  }
}

function knownNames(names: readonly string[]): string {
  return names.length === 0 ? '' : `; there is: ${[...new Set(names)].join(', ')}`
}
