import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Which library a package without `@modelcontextprotocol/sdk` uses. */
export type SdkInside = 'built-in' | 'version-2' | 'unknown'

/** Looks for the official SDK, version 1, in the files of a package, and for version 2 among the packages of `folder`. */
export async function findSdkInside(folder: string, name: string): Promise<SdkInside> {
  const modules = join(folder, 'node_modules')
  if (await hasSdkBuiltIn(join(modules, name))) return 'built-in'
  const scope = await readdir(join(modules, '@modelcontextprotocol')).catch(() => [])
  return scope.some((each) => each === 'server' || each === 'core') ? 'version-2' : 'unknown'
}

async function hasSdkBuiltIn(home: string): Promise<boolean> {
  const entries = await readdir(home, { recursive: true }).catch(() => [])
  const scripts = entries.filter((path) => /\.[cm]?js$/.test(path) && !/(^|[\\/])node_modules[\\/]/.test(path))
  let bytes = 0
  for (const path of scripts) {
    const { size } = await stat(join(home, path))
    bytes += size
    if (bytes > mostBytes) return false
    const text = await readFile(join(home, path), 'utf8')
    if (texts.every((each) => text.includes(each))) return true
  }
  return false
}

/** In one file these are only where version 1 was joined with other modules. */
const texts = ['MCP error ', 'A request handler for ', 'notifications/initialized']
const mostBytes = 64 * 1024 * 1024
