import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The folder of an installed package as a module in the folder `from` finds it; undefined where it is not installed. */
export function findPackage(name, from = join(root, 'bench')) {
  for (let folder = from; folder.length >= root.length - 1; folder = join(folder, '..')) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate)
  }
  return undefined
}
