import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from '../../packages/sdk/scripts/modules.mjs'
import { root } from './root.js'

const folder = 'packages/sdk/src/'

/** Whether a file is a module of the official SDK: programs import it by its name, and its classes and functions are as they are there. */
export function isOfficialModule(path: string): boolean {
  return path.startsWith(folder) && modules.includes(path.slice(folder.length, -'.ts'.length))
}

const declarations = modules
  .filter((name) => name !== 'index')
  .map((name) => readFileSync(join(root, `node_modules/mcp-sdk-current/dist/esm/${name}.d.ts`), 'utf8'))
  .join('\n')

/** Whether the declarations of the official SDK have a function or a member of this name. */
export function isOfficialName(name: string): boolean {
  return new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(declarations)
}
