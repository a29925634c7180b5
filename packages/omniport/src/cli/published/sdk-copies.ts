import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** A package that programs import as `@modelcontextprotocol/sdk`. */
export interface SdkCopy {
  /** Where it is, from the folder that was searched. */
  readonly path: string
  /** What its package.json says. */
  readonly name: string
  readonly version: string
}

/** The package that takes the place of the official SDK. */
export const replacement = '@omniport/sdk'

/**
 * Finds all packages that are installed as `@modelcontextprotocol/sdk` in the `node_modules` of a folder, nested ones and those
 * of pnpm too. Links are not followed. Resolves with an empty list if there are none.
 */
export async function findSdkCopies(folder: string): Promise<readonly SdkCopy[]> {
  const found = new Map<string, SdkCopy>()
  await visit(folder, 'node_modules', found)
  return [...found.values()]
}

async function visit(folder: string, path: string, found: Map<string, SdkCopy>): Promise<void> {
  await collect(folder, `${path}/${official}`, found)
  for (const name of await foldersIn(join(folder, path))) {
    if (name === '.pnpm') {
      for (const stored of await foldersIn(join(folder, path, name)))
        await visit(folder, `${path}/${name}/${stored}/node_modules`, found)
    } else if (name.startsWith('@')) {
      for (const scoped of await foldersIn(join(folder, path, name)))
        await visitNested(folder, `${path}/${name}/${scoped}`, found)
    } else await visitNested(folder, `${path}/${name}`, found)
  }
}

async function visitNested(folder: string, path: string, found: Map<string, SdkCopy>): Promise<void> {
  if ((await foldersIn(join(folder, path))).includes('node_modules')) await visit(folder, `${path}/node_modules`, found)
}

async function collect(folder: string, path: string, found: Map<string, SdkCopy>): Promise<void> {
  const manifest = await readFile(join(folder, path, 'package.json'), 'utf8')
    .then((text) => JSON.parse(text) as Partial<SdkCopy>)
    .catch(() => undefined)
  if (manifest === undefined) return
  const { name, version } = manifest
  // With pnpm, many links lead to one package.
  const place = await realpath(join(folder, path))
  if (!found.has(place)) found.set(place, { path, name: String(name), version: String(version) })
}

async function foldersIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

const official = '@modelcontextprotocol/sdk'
